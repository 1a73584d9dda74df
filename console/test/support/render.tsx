// Renders a part of the console to HTML, without a browser: what it says, and where its links lead.
import { text } from 'node:stream/consumers'
import type { AnswerOf, InitOf, PathOf } from '@carillon/client'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { prerenderToNodeStream } from 'react-dom/static'
import { Router } from 'wouter'
import { LanguageProvider } from '../../src/language/language-provider.tsx'
import type { Language } from '../../src/language/messages.ts'
import { loadErrorWords } from '../../src/parts/errors/error-text.ts'
import { ConsoleProvider, type ConsoleServices } from '../../src/session/console-context.tsx'
import { makeTheme, resolveVariables } from '../../src/shell/theme.ts'

// As a page has them when it is shown.
await Promise.all([loadErrorWords('en'), loadErrorWords('zh')])

export type System = AnswerOf<'get', '/api/system'>

/** By path and parameters, as `useApiQuery` asks for it. Others never arrive. */
export interface Answer {
  path: string
  init?: unknown
  data?: unknown
  error?: { status: number }
}

/** What the service has answered before the part is rendered. Only the fields that the part reads have to be there. */
export function answer<P extends PathOf<'get'>>(
  path: P,
  init: InitOf<'get', P>,
  data: Partial<AnswerOf<'get', P>>,
): Answer {
  return { path, init, data }
}

interface RenderOptions {
  answers?: Answer[]
  language?: Language
  /** The page, and what follows the question mark. */
  at?: string
  search?: string
}

export function renderHtml(part: ReactNode, options: RenderOptions = {}): string {
  return withoutStyles(onWideScreen(() => renderToStaticMarkup(inConsole(part, options))))
}

/** What parts ask the browser for while they are rendered: a wide screen, and a storage in which nothing is. */
function onWideScreen<Result>(render: () => Result): Result {
  const globals = {
    window: { matchMedia: () => ({ matches: true }) },
    sessionStorage: { getItem: () => null },
  }
  const names = Object.keys(globals)
  Object.assign(globalThis, globals)
  try {
    return render()
  } finally {
    for (const name of names) Reflect.deleteProperty(globalThis, name)
  }
}

/** Waits for parts that are loaded when they are used. */
export async function renderLoaded(part: ReactNode, options: RenderOptions = {}): Promise<string> {
  const { prelude } = await prerenderToNodeStream(inConsole(part, options), {
    progressiveChunkSize: Number.POSITIVE_INFINITY,
  })
  return withoutStyles(await text(prelude))
}

function inConsole(part: ReactNode, options: RenderOptions): ReactNode {
  const { answers = [], language = 'en', at = '/', search = '' } = options
  // An answer that is forgotten after a while has a timer, for which the tests would wait.
  const queries = new QueryClient({
    defaultOptions: { queries: { gcTime: Number.POSITIVE_INFINITY, retryOnMount: false } },
  })
  for (const { path, init = {}, data, error } of answers) {
    if (!error) queries.setQueryData([path, init], data)
    else
      queries
        .getQueryCache()
        .build(queries, { queryKey: [path, init] })
        .setState({ status: 'error', error: error as unknown as Error })
  }
  return (
    <LanguageProvider initial={language}>
      <MantineProvider theme={makeTheme({ close: 'Close' })} cssVariablesResolver={resolveVariables}>
        <QueryClientProvider client={queries}>
          <ConsoleProvider value={services}>
            <Router ssrPath={at} ssrSearch={search}>
              {part}
            </Router>
          </ConsoleProvider>
        </QueryClientProvider>
      </MantineProvider>
    </LanguageProvider>
  )
}

const services = {
  live: { subscribe: () => () => undefined, read: () => 'live' },
  session: { subscribe: () => () => undefined, read: () => ({ token: 'token' }) },
} as unknown as ConsoleServices

function withoutStyles(html: string): string {
  return html.replace(/<style[^>]*>.*?<\/style>/gs, '')
}

/** The text of the HTML, with a space between elements. */
export function textOf(html: string): string {
  return html
    .replace(/<[^>]+>/g, ' ')
    .replace(/&quot;/g, '"')
    .replace(/&#x27;/g, "'")
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim()
}

/** The links of the HTML: where each leads, by its text. */
export function linksOf(html: string): Record<string, string> {
  const links = [...html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/gs)]
  return Object.fromEntries(
    links.map(([, href = '', content = '']) => [textOf(content), href.replace(/&amp;/g, '&')]),
  )
}

/** The figures of a page or of its skeleton: which of them are leading. */
export function figuresIn(html: string): { isLeading: boolean }[] {
  return (html.match(/<div class="card figure"[^>]*>/g) ?? []).map((tag) => ({
    isLeading: tag.includes('data-leading="true"'),
  }))
}
