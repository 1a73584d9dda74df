// Ctrl-K: any page, task, data source, number and action from the keyboard.
import '@mantine/spotlight/styles.css'
import { useDebouncedValue } from '@mantine/hooks'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useEffect } from 'react'
import { useLocation } from 'wouter'
import { useMessages } from '../../language/language-provider.tsx'
import { type Command, type CommandGroup, matching } from './command.ts'
import { commandPaletteMessages } from './command-palette.messages.ts'
import { useActionCommands, useFoundCommands } from './use-commands.tsx'

interface CommandPaletteProps {
  isOpen: boolean
  onClose(): void
  query: string
  onQueryChange(query: string): void
  /** The pages of the navigation. */
  pages: { path: string; title: string; icon: ReactNode }[]
}

const DEBOUNCE_MS = 120
const [store, palette] = createSpotlight()

export function CommandPalette({ isOpen, onClose, query, onQueryChange, pages }: CommandPaletteProps) {
  const t = useMessages(commandPaletteMessages)
  const [, navigate] = useLocation()
  const [settled] = useDebouncedValue(query.trim(), DEBOUNCE_MS)
  useEffect(() => {
    if (isOpen) palette.open()
    else palette.close()
  }, [isOpen])

  const groups: CommandGroup[] = [
    ...useFoundCommands(settled, isOpen),
    {
      title: t.pages,
      commands: pages.map(({ path, title, icon }) => ({ id: path, title, icon, run: () => navigate(path) })),
    },
    { title: t.actions, commands: useActionCommands() },
  ].map(({ title, commands }) => ({ title, commands: matching(commands, query) }))
  const isEmpty = groups.every(({ commands }) => commands.length === 0)

  return (
    <Spotlight.Root
      store={store}
      query={query}
      onQueryChange={onQueryChange}
      onSpotlightClose={onClose}
      shortcut={null}
      scrollable
      maxHeight="70vh"
      attributes={{ content: { 'aria-label': t.search } }}
    >
      <Spotlight.Search
        placeholder={t.search}
        aria-label={t.search}
        onKeyDown={runFirst}
        leftSection={<IconSearch size={16} aria-hidden />}
      />
      <Spotlight.ActionsList>
        {groups.map(
          ({ title, commands }) =>
            commands.length > 0 && (
              <Spotlight.ActionsGroup key={title} label={title}>
                {commands.map((command) => (
                  <PaletteCommand key={command.id} command={command} />
                ))}
              </Spotlight.ActionsGroup>
            ),
        )}
        {isEmpty && <Spotlight.Empty>{t.nothing}</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}

/** Enter runs the first command if none was chosen with the arrows. */
function runFirst({ key, currentTarget }: KeyboardEvent<HTMLInputElement>): void {
  const list = currentTarget.closest('[role="dialog"]')
  if (key === 'Enter' && !list?.querySelector('[data-selected]'))
    list?.querySelector<HTMLElement>('[data-action]')?.click()
}

function PaletteCommand({ command: { title, hint, icon, run } }: { command: Command }) {
  return (
    <Spotlight.Action
      label={title}
      {...(hint !== undefined && { description: hint })}
      leftSection={icon}
      onClick={run}
    />
  )
}
