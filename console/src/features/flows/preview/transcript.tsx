import { Code, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useMessages } from '../../../language/language-provider.tsx'
import { useNames } from '../use-names.ts'
import { previewMessages } from './preview.messages.ts'
import type { WalkEntry } from './use-walk.ts'

/** What has happened in the call so far. New lines are read out by screen readers. */
export function Transcript({ entries }: { entries: WalkEntry[] }) {
  const t = useMessages(previewMessages)
  const textOf = useEntryText()
  const end = useRef<HTMLLIElement>(null)
  // In braces: what an effect returns is called as its end, and current browsers return a promise here.
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls to every new entry
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'nearest' })
  }, [entries.length])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable, so that it can be scrolled by keyboard
    <section className="transcript" role="log" aria-label={t.transcript} tabIndex={0}>
      <ol>
        {entries.map((entry, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: entries are only added
            key={index}
            ref={index === entries.length - 1 ? end : undefined}
            data-what={entry.what}
          >
            <Text size="sm" span={entry.what !== 'say'}>
              {textOf(entry)}
            </Text>
            {entry.what === 'say' && <Code>{entry.step}</Code>}
          </li>
        ))}
      </ol>
    </section>
  )
}

function useEntryText(): (entry: WalkEntry) => string {
  const { entries: t, verdicts } = useMessages(previewMessages)
  const names = useNames()
  return ({ what, text }) => {
    switch (what) {
      case 'play':
        return t.play(names.audio(text))
      case 'optOut':
        return t.optOut(names.list(text))
      case 'record':
        return text === 'message' ? t.recordMessage : t.record
      case 'verdict':
        return t.verdict((verdicts as Record<string, string>)[text] ?? text)
      case 'hangup':
        return t.hangup
      default:
        return t[what](text)
    }
  }
}
