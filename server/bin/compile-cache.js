// Node.js 22 and later keep compiled code on the disk, so that the next start need not compile it again. The folder belongs to the
// account that runs the program: one that all accounts share, such as /tmp, would let others choose what is run.
import module from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { env, getuid } from 'node:process'

export function keepCompiledCode() {
  if (env.NODE_COMPILE_CACHE === undefined) module.enableCompileCache?.(folder())
}

function folder() {
  // Of a systemd service with CacheDirectory=.
  if (env.CACHE_DIRECTORY) return env.CACHE_DIRECTORY
  if (getuid?.() === 0) return '/var/cache/carillon'
  return join(
    env.XDG_CACHE_HOME?.startsWith('/') ? env.XDG_CACHE_HOME : join(homedir(), '.cache'),
    'carillon',
  )
}
