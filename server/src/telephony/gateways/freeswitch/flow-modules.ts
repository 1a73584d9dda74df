// The module of FreeSWITCH that plays the sounds of call flows, which come over HTTP. Without it a callee would be cut off.
import type { EslConnection } from './esl-connection.ts'

const PLAYERS = ['mod_httapi', 'mod_http_cache']
export const CANNOT_PLAY = 'FreeSWITCH cannot play the sounds of call flows: load mod_httapi'

export async function canPlay(connection: EslConnection): Promise<boolean> {
  for (const module of PLAYERS)
    if ((await connection.send(`api module_exists ${module}`)).trim() === 'true') return true
  return false
}
