// The modules of Asterisk that answered calls with a flow need. Debian's package loads all of them.
import { ALL_ABILITIES, type CallAbility } from '../../../conversations/flows/flow.ts'
import type { AriClient } from './ari/ari-client.ts'
import { readModules } from './ari/ari-events.ts'

const NEEDED: Record<CallAbility, readonly string[]> = {
  play: ['res_stasis_playback', 'res_http_media_cache', 'format_wav'],
  keys: [],
  detect: ['func_talkdetect'],
  record: ['res_stasis_recording', 'res_stasis_snoop', 'res_ari_recordings', 'format_wav'],
  transfer: ['res_ari_bridges', 'bridge_softmix'],
  stream: ['chan_websocket', 'res_ari_bridges', 'bridge_softmix'],
}

/** The modules that are missing, by what calls cannot do without them. None if Asterisk does not list its modules. */
export async function findMissingModules(ari: AriClient): Promise<ReadonlyMap<CallAbility, string[]>> {
  const { status, body } = await ari.send('GET', '/asterisk/modules')
  const running = status === 200 ? readModules(body) : undefined
  const missing = [...ALL_ABILITIES].map(
    (ability) =>
      [ability, running ? NEEDED[ability].filter((name) => !running.has(`${name}.so`)) : []] as const,
  )
  return new Map(missing.filter(([, names]) => names.length > 0).map(([ability, names]) => [ability, names]))
}
