// Where the data are if no setting says so.
import { join } from 'node:path'

interface Machine {
  env: Readonly<Record<string, string | undefined>>
  /** The program runs from its source, not from an installed package. */
  isCheckout: boolean
  isRoot: boolean
  home: string
}

/** An installed package keeps nothing in its own folder nor in the one that it happens to be started in. */
export function dataHome({ env, isCheckout, isRoot, home }: Machine): string {
  if (isCheckout) return './data'
  // A systemd service with StateDirectory= has its data there.
  if (env.STATE_DIRECTORY) return env.STATE_DIRECTORY
  if (isRoot) return '/var/lib/carillon'
  return join(
    env.XDG_DATA_HOME?.startsWith('/') ? env.XDG_DATA_HOME : join(home, '.local', 'share'),
    'carillon',
  )
}
