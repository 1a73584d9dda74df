import { MantineProvider } from '@mantine/core'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useLocation } from 'wouter'
import { LanguageProvider, useMessages } from './language/language-provider.tsx'
import { ConfirmProvider } from './parts/confirm.tsx'
import { loadErrorWords } from './parts/errors/error-text.ts'
import { lazyPart } from './parts/lazy-part.tsx'
import { partsMessages } from './parts/parts.messages.ts'
import { UndoProvider } from './parts/undo.tsx'
import { WALL, WallPage } from './routes.tsx'
import { ConsoleProvider, type ConsoleServices } from './session/console-context.tsx'
import { Shell } from './shell/shell.tsx'
import { SignInGate } from './shell/sign-in/sign-in-gate.tsx'
import { makeTheme, resolveVariables } from './shell/theme.ts'

// A message that is sent before it is loaded is shown then.
const Notifications = lazyPart(async () => (await import('./shell/notifications.tsx')).Notifications)

export function App({ services, queries }: { services: ConsoleServices; queries: QueryClient }) {
  return (
    <LanguageProvider prepare={loadErrorWords}>
      <ThemeProvider>
        <QueryClientProvider client={queries}>
          <ConsoleProvider value={services}>
            <ConfirmProvider>
              <Notifications />
              <SignInGate>
                <UndoProvider>
                  <Frame />
                </UndoProvider>
              </SignInGate>
            </ConfirmProvider>
          </ConsoleProvider>
        </QueryClientProvider>
      </ThemeProvider>
    </LanguageProvider>
  )
}

function Frame() {
  const [location] = useLocation()
  return location === WALL ? <WallPage /> : <Shell />
}

function ThemeProvider({ children }: { children: ReactNode }) {
  const [location] = useLocation()
  const { dismiss } = useMessages(partsMessages)
  const theme = useMemo(() => makeTheme({ close: dismiss }), [dismiss])
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={resolveVariables}
      defaultColorScheme="auto"
      {...(location === WALL && { forceColorScheme: 'dark' as const })}
    >
      {children}
    </MantineProvider>
  )
}
