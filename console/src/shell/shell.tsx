// The frame of every page: navigation on the left, switches at the top, and the connection banner below them.
import { ActionIcon, Burger, Button, Group, NavLink, Skeleton, Text, Tooltip } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import {
  IconCalendarWeek,
  IconChartBar,
  IconDatabase,
  IconHistory,
  IconLayoutDashboard,
  IconLogout,
  IconMusic,
  IconPhoneOff,
  IconPhoneOutgoing,
  IconSearch,
  IconSettings,
} from '@tabler/icons-react'
import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { Link, Redirect, Route, Switch, useLocation } from 'wouter'
import { useMessages } from '../language/language-provider.tsx'
import { EmptyState } from '../parts/empty-state.tsx'
import { loadFieldNames } from '../parts/errors/error-text.ts'
import { preloadParts } from '../parts/lazy-part.tsx'
import { partsMessages } from '../parts/parts.messages.ts'
import { SimulatorMark } from '../parts/simulator-mark.tsx'
import { CommandPalette, loadCommandPalette, ProblemBanner, routes } from '../routes.tsx'
import { useSignOut } from '../session/console-context.tsx'
import { type Needed, useRights } from '../session/use-rights.ts'
import { useSystem } from '../session/use-system.ts'
import { ConnectionBanner } from './connection-banner.tsx'
import { useKeptFocus } from './kept-focus.ts'
import { LanguageSwitch } from './language-switch.tsx'
import { Logo } from './logo.tsx'
import { PageBoundary } from './page-boundary.tsx'
import { SchemeSwitch } from './scheme-switch.tsx'
import { shellMessages } from './shell.messages.ts'

const places = [
  { path: '/', name: 'overview', Icon: IconLayoutDashboard, isForAll: true },
  { path: '/tasks', name: 'tasks', Icon: IconPhoneOutgoing },
  { path: '/calendar', name: 'calendar', Icon: IconCalendarWeek },
  { path: '/reports', name: 'reports', Icon: IconChartBar, isForAll: true },
  { path: '/data-sources', name: 'dataSources', Icon: IconDatabase },
  { path: '/audio', name: 'audio', Icon: IconMusic },
  { path: '/do-not-call', name: 'doNotCall', Icon: IconPhoneOff, isForAll: true },
  { path: '/numbers', name: 'numbers', Icon: IconHistory, needs: 'seeNumbers', isForAll: true },
  { path: '/settings', name: 'settings', Icon: IconSettings },
] as const satisfies (Needed & { path: string; name: string; Icon: typeof IconHistory })[]

export function Shell() {
  const t = useMessages(shellMessages)
  const [location] = useLocation()
  const [isOpen, { toggle, close }] = useDisclosure()
  const { isBound, maySee } = useRights()
  usePreloadedPages()
  useKeptFocus()
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes the mobile menu after every navigation
  useEffect(() => {
    close()
  }, [location])

  return (
    <div className="shell" data-nav={isOpen ? 'open' : undefined}>
      <header className="shell-header">
        <a className="skip-link" href="#content">
          {t.skip}
        </a>
        <Group h="100%" px="sm" gap="xs" justify="space-between" wrap="nowrap">
          <Group gap="xs" wrap="nowrap" miw={0}>
            <Burger
              opened={isOpen}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={t.openNavigation}
              aria-expanded={isOpen}
            />
            <Logo />
            <Text fw={700} size="md" visibleFrom="xs">
              Carillon
            </Text>
            <SimulatorMark />
          </Group>
          <Group gap="2xs" wrap="nowrap">
            <PaletteButton />
            <LanguageSwitch />
            <SchemeSwitch />
            <SignedInAs />
            <SignOut />
          </Group>
        </Group>
      </header>
      <nav className="shell-nav" aria-label={t.navigation}>
        {places
          .filter((place) => maySee(place as Needed))
          .map(({ path, name, Icon }) => {
            const isHere = path === '/' ? location === '/' : location.startsWith(path)
            return (
              <NavLink
                key={path}
                className="nav-link"
                component={Link}
                href={path}
                label={t[name]}
                leftSection={<Icon size={16} aria-hidden />}
                active={isHere}
                aria-current={isHere ? 'page' : undefined}
                py="xs"
                mb={2}
              />
            )
          })}
      </nav>
      <main className="shell-main">
        <div className="page" id="content" tabIndex={-1}>
          <ConnectionBanner />
          <Problems />
          <PageBoundary key={location}>
            <Suspense fallback={<PageLoader />}>
              <Switch>
                {isBound && (
                  <Route path="/">
                    <Redirect to="/tasks" replace />
                  </Route>
                )}
                {routes.map(({ path, Page }) => (
                  <Route key={path} path={path}>
                    {(params) => <Page params={params as Record<string, string | undefined>} />}
                  </Route>
                ))}
                <Route>
                  <EmptyState
                    title={t.notFound}
                    hint={t.notFoundHint}
                    action={<Link href="/">{t.toOverview}</Link>}
                  />
                </Route>
              </Switch>
            </Suspense>
          </PageBoundary>
        </div>
      </main>
    </div>
  )
}

/** What keeps the service from dialing is said on every page, not only on the overview. */
const SHOWN_PROBLEMS = ['gateway_down', 'gateway_partly_down', 'no_dialer', 'storage_fault']

function Problems() {
  const problems = useSystem()?.problems.filter(({ code }) => SHOWN_PROBLEMS.includes(code)) ?? []
  return (
    <div role="status" aria-live="polite">
      {problems.length > 0 && <ProblemBanner problems={problems} />}
    </div>
  )
}

/** Opens the command palette, also by Ctrl-K. */
function PaletteButton() {
  const t = useMessages(shellMessages)
  const [isOpen, { open, close }] = useDisclosure()
  const [wasOpened, setWasOpened] = useState(false)
  const [query, setQuery] = useState('')
  const show = () => {
    setWasOpened(true)
    open()
  }
  const { maySee } = useRights()
  const pages = places
    .filter((place) => maySee(place as Needed))
    .map(({ path, name, Icon }) => ({ path, title: t[name], icon: <Icon size={16} aria-hidden /> }))
  useHotkeys([['mod+K', show]], [])
  useEarlyKeys(isOpen, (key) => setQuery((typed) => typed + key))
  return (
    <>
      <Button
        className="palette-button"
        variant="default"
        leftSection={<IconSearch size={14} aria-hidden />}
        rightSection={<kbd>{t.paletteKeys}</kbd>}
        onClick={show}
        visibleFrom="sm"
      >
        {t.search}
      </Button>
      <ActionIcon variant="subtle" color="gray" aria-label={t.search} onClick={show} hiddenFrom="sm">
        <IconSearch size={18} />
      </ActionIcon>
      {wasOpened && (
        <Suspense>
          <CommandPalette
            isOpen={isOpen}
            onClose={close}
            query={query}
            onQueryChange={setQuery}
            pages={pages}
          />
        </Suspense>
      )}
    </>
  )
}

/** Keys that are pressed before the palette is there are not lost. */
function useEarlyKeys(isOpen: boolean, onKey: (key: string) => void): void {
  const hear = useEffectEvent((event: KeyboardEvent) => {
    const isText = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey
    if (!isText || (event.target instanceof Element && event.target.closest('[role="dialog"]'))) return
    event.preventDefault()
    onKey(event.key)
  })
  useEffect(() => {
    if (!isOpen) return
    window.addEventListener('keydown', hear, { capture: true })
    return () => window.removeEventListener('keydown', hear, { capture: true })
  }, [isOpen])
}

function SignedInAs() {
  const t = useMessages(shellMessages)
  const token = useSystem()?.token
  if (!token) return null
  return (
    <Text className="signed-in-as" size="sm" c="dimmed" title={t.signedInAs(token.name, token.scope)}>
      {token.name}
    </Text>
  )
}

function SignOut() {
  const t = useMessages(shellMessages)
  const signOut = useSignOut()
  return (
    <Tooltip label={t.signOut}>
      <ActionIcon variant="subtle" color="gray" aria-label={t.signOut} onClick={signOut}>
        <IconLogout size={18} />
      </ActionIcon>
    </Tooltip>
  )
}

function PageLoader() {
  const t = useMessages(partsMessages)
  return (
    <div role="status" aria-label={t.loading}>
      <div className="page-header">
        <Skeleton h={22} w={180} />
      </div>
    </div>
  )
}

/** Preloads the other pages and their dialogs, so that they open at once, even without a connection. */
function usePreloadedPages(): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      void Promise.allSettled([
        loadFieldNames(),
        ...routes.map(({ load }) => load()),
        loadCommandPalette(),
      ]).then(preloadParts)
    }, 200)
    return () => clearTimeout(timer)
  }, [])
}
