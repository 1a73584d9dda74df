// Ctrl-K: any page, task, data source, number and action from the keyboard.
import '@mantine/spotlight/styles.css'
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, memo, type ReactNode, useEffect } from 'react'
import { useLocation } from 'wouter'
import { useMessages } from '../../language/language-provider.tsx'
import { type Command, type CommandGroup, matching } from './command.ts'
import { commandPaletteMessages } from './command-palette.messages.ts'
import { useActionCommands, useFoundCommands, usePageCommands } from './use-commands.tsx'

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
  // On wider screens only parts of the page scroll. A lock would restyle the whole page: 40 ms with 50 rows.
  const doesPageScroll = useMediaQuery('(max-width: 48em)')
  useEffect(() => {
    if (isOpen) palette.open()
    else palette.close()
  }, [isOpen])

  return (
    <Spotlight.Root
      store={store}
      query={query}
      onQueryChange={onQueryChange}
      onSpotlightClose={onClose}
      shortcut={null}
      scrollable
      maxHeight="70vh"
      // The field stays where it is while the commands below it become more or fewer.
      centered={false}
      // Without the blur that it has by itself: where no graphics processor draws it, a frame takes 80 ms more.
      overlayProps={{ backgroundOpacity: 0.35 }}
      lockScroll={doesPageScroll}
      attributes={{ content: { 'aria-label': t.search } }}
    >
      <Spotlight.Search
        placeholder={t.search}
        aria-label={t.search}
        onKeyDown={runFirst}
        leftSection={<IconSearch size={16} aria-hidden />}
      />
      <Spotlight.ActionsList>
        <Commands query={query} isOpen={isOpen} pages={pages} />
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}

/**
 * Apart from the dialog, which is rendered several times for each key. The commands are plain elements, because Spotlight's own are
 * rendered with it.
 */
const Commands = memo(function Commands({
  query,
  isOpen,
  pages,
}: Pick<CommandPaletteProps, 'query' | 'isOpen' | 'pages'>) {
  const t = useMessages(commandPaletteMessages)
  const [, navigate] = useLocation()
  const [settled] = useDebouncedValue(query.trim(), DEBOUNCE_MS)
  const groups: CommandGroup[] = [
    ...useFoundCommands(settled, isOpen),
    {
      title: t.pages,
      commands: [
        ...pages.map(({ path, title, icon }) => ({ id: path, title, icon, run: () => navigate(path) })),
        ...usePageCommands(),
      ],
    },
    { title: t.actions, commands: useActionCommands() },
  ].map(({ title, commands }) => ({ title, commands: matching(commands, query) }))
  if (groups.every(({ commands }) => commands.length === 0))
    return <Spotlight.Empty>{t.nothing}</Spotlight.Empty>

  return groups.map(
    ({ title, commands }) =>
      commands.length > 0 && (
        <div key={title} className="palette-group" data-title={title}>
          {commands.map((command) => (
            <PaletteCommand key={command.id} command={command} />
          ))}
        </div>
      ),
  )
})

/** Enter runs the first command if none was chosen with the arrows. */
function runFirst({ key, currentTarget }: KeyboardEvent<HTMLInputElement>): void {
  const list = currentTarget.closest('[role="dialog"]')
  if (key === 'Enter' && !list?.querySelector('[data-selected]'))
    list?.querySelector<HTMLElement>('[data-action]')?.click()
}

function PaletteCommand({ command: { title, hint, icon, run } }: { command: Command }) {
  return (
    <button
      type="button"
      className="palette-command"
      // By this Spotlight finds what the arrows choose.
      data-action
      tabIndex={-1}
      // The focus stays in the field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => {
        run()
        palette.close()
      }}
    >
      <span className="palette-icon">{icon}</span>
      <span>
        {title}
        <span className="palette-hint">{hint}</span>
      </span>
    </button>
  )
}
