// Renders components to plain HTML, without a browser and a service: for what depends on their data and words alone.
import type { AnswerOf, Client } from '@carillon/client'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { onTestFinished, vi } from 'vitest'
import { Router } from 'wouter'
import { LanguageProvider } from '../../src/language/language-provider.tsx'
import { ConsoleProvider, type ConsoleServices } from '../../src/session/console-context.tsx'

export type System = AnswerOf<'get', '/api/system'>

interface RenderOptions {
  language?: 'en' | 'zh'
  /** Answers of the API by path and parameters, as `useApiQuery` asks for them. Others never arrive. */
  answers?: { path: string; init?: object; data?: object; error?: { status: number } }[]
}

export function render(node: ReactNode, { language = 'en', answers = [] }: RenderOptions = {}): string {
  const queries = new QueryClient({ defaultOptions: { queries: { retryOnMount: false, gcTime: 0 } } })
  onTestFinished(() => queries.clear())
  for (const { path, init = {}, data, error } of answers) {
    const queryKey = [path, init]
    if (data) queries.setQueryData(queryKey, data)
    else {
      const query = queries.getQueryCache().build(queries, { queryKey })
      query.setState({ status: 'error', error: error as unknown as Error })
    }
  }
  const services = { client: {} as Client } as ConsoleServices
  vi.stubGlobal('localStorage', { getItem: () => language })
  try {
    return renderToStaticMarkup(
      <Router ssrPath="/">
        <LanguageProvider>
          <MantineProvider>
            <QueryClientProvider client={queries}>
              <ConsoleProvider value={services}>{node}</ConsoleProvider>
            </QueryClientProvider>
          </MantineProvider>
        </LanguageProvider>
      </Router>,
    )
  } finally {
    vi.unstubAllGlobals()
  }
}

/** The text of HTML, with a space between elements. */
export function textOf(html: string): string {
  return html
    .replace(/<style[^>]*>.*?<\/style>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
