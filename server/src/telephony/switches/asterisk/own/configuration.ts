// The files of Asterisk's configuration but for pjsip.conf, as text. Nothing of them comes from trunks. Only SIP and RTP listen beyond this
// machine: the REST interface and the manager interface are on loopback, with secrets that change at every start.
import { join } from 'node:path'
import { INBOUND_ARGUMENT } from '../ari/ari-events.ts'
import { inboundVariable } from '../calls/inbound-calls.ts'
import { freeText } from './sip-values.ts'

export interface AsteriskFolders {
  /** Everything that Asterisk writes is below it, and the configuration in its folder `etc`. */
  home: string
  modules: string
  /** Sounds and documentation. */
  data: string
}

export interface ConfigurationFacts {
  folders: AsteriskFolders
  rtpPorts: { first: number; last: number }
  ari: { port: number; username: string; password: string }
  manager: { port: number; username: string; password: string }
}

/** Folders below `home` that Asterisk writes to. */
export const WRITTEN_FOLDERS = ['run', 'log', 'spool', 'spool/recording', 'lib', 'cache']

/** What calls need of what Asterisk can load; nothing else is there to be attacked. One that is missing is skipped. */
export const MODULES: readonly string[] = [
  'pbx_config',
  'app_playback',
  'app_stasis',
  'app_dial',
  'app_verbose',
  'func_timeout',
  'func_dialplan',
  'func_talkdetect',
  'func_channel',
  'func_callerid',
  'func_hangupcause',
  'func_curl',
  'codec_ulaw',
  'codec_alaw',
  'codec_gsm',
  'codec_g722',
  'codec_resample',
  'format_gsm',
  'format_wav',
  'format_pcm',
  'format_sln',
  'res_timing_timerfd',
  'res_rtp_asterisk',
  'res_srtp',
  // The resolver that Asterisk has without it does not know /etc/hosts.
  'res_resolver_unbound',
  'res_sorcery_config',
  'res_sorcery_memory',
  'res_sorcery_astdb',
  'res_musiconhold',
  'res_curl',
  'res_http_media_cache',
  'bridge_simple',
  'bridge_holding',
  'bridge_softmix',
  'bridge_native_rtp',
  'bridge_builtin_features',
  'chan_bridge_media',
  'res_pjproject',
  'res_pjsip',
  'res_pjsip_session',
  'res_pjsip_sdp_rtp',
  'res_pjsip_caller_id',
  'res_pjsip_nat',
  'res_pjsip_rfc3326',
  'res_pjsip_dtmf_info',
  'res_pjsip_endpoint_identifier_ip',
  // Of own phones, which register with a password, in SIP apps and in browsers.
  'res_pjsip_endpoint_identifier_user',
  'res_pjsip_authenticator_digest',
  'res_pjsip_registrar',
  'res_pjsip_transport_websocket',
  'res_pjsip_outbound_authenticator_digest',
  'res_pjsip_outbound_registration',
  'res_pjsip_pubsub',
  'chan_pjsip',
  'res_http_websocket',
  'res_websocket_client',
  'chan_websocket',
  'res_stasis',
  'res_stasis_answer',
  'res_stasis_playback',
  'res_stasis_recording',
  'res_stasis_snoop',
  'res_ari_model',
  'res_ari',
  'res_ari_applications',
  'res_ari_asterisk',
  'res_ari_bridges',
  'res_ari_channels',
  'res_ari_endpoints',
  'res_ari_events',
  'res_ari_playbacks',
  'res_ari_recordings',
  'res_ari_sounds',
]

/** Files that Asterisk misses, with an error in its log, although their defaults are right. */
const EMPTY_FILES = [
  'acl',
  'ccss',
  'chan_websocket',
  'features',
  'indications',
  'pjproject',
  'res_http_media_cache',
  'udptl',
  'websocket_client',
]

const APPLICATION = `\${${inboundVariable('$')}{CHANNEL(endpoint)}}`

/**
 * A call from outside goes to the part of Carillon that has its trunk, unanswered. Where that is not there, the call is refused with 503.
 * A number has at least two signs, so none of Asterisk's own extensions is one.
 */
const INBOUND: Pairs = [
  ['exten', `_[+0-9a-zA-Z].,1,GotoIf($["${APPLICATION}" = ""]?refused)`],
  ['same', `n,Stasis(${APPLICATION},${INBOUND_ARGUMENT})`],
  ['same', 'n(refused),Hangup(34)'],
]

/** The files by their names. */
export function configurationFiles(facts: ConfigurationFacts): Record<string, string> {
  const { folders, rtpPorts, ari, manager } = facts
  const path = (folder: string) => freeText('the path of a folder', folder)
  const below = (name: string) => path(join(folders.home, name))
  return {
    'asterisk.conf': text(
      section('directories', [
        ['astetcdir', below('etc')],
        ['astmoddir', path(folders.modules)],
        ['astdatadir', path(folders.data)],
        ['astvarlibdir', below('lib')],
        ['astdbdir', below('lib')],
        ['astkeydir', below('lib')],
        ['astagidir', below('lib')],
        ['astcachedir', below('cache')],
        ['astspooldir', below('spool')],
        ['astrundir', below('run')],
        ['astlogdir', below('log')],
      ]),
      section('options', [
        // Without it a far end hears nothing at all between two sounds, and may hang up.
        ['transmit_silence', 'yes'],
        ['live_dangerously', 'no'],
        ['nocolor', 'yes'],
      ]),
    ),
    'modules.conf': text(
      section('modules', [['autoload', 'no'], ...MODULES.map((name) => ['load', `${name}.so`] as const)]),
    ),
    'rtp.conf': text(
      section('general', [
        ['rtpstart', rtpPorts.first],
        ['rtpend', rtpPorts.last],
      ]),
    ),
    'http.conf': text(
      section('general', [
        ['enabled', 'yes'],
        ['bindaddr', '127.0.0.1'],
        ['bindport', ari.port],
      ]),
    ),
    'ari.conf': text(
      section('general', [['enabled', 'yes']]),
      section(ari.username, [
        ['type', 'user'],
        ['read_only', 'no'],
        ['password', ari.password],
      ]),
    ),
    'manager.conf': text(
      section('general', [
        ['enabled', 'yes'],
        ['bindaddr', '127.0.0.1'],
        ['port', manager.port],
      ]),
      section(manager.username, [
        ['secret', manager.password],
        ['read', 'system'],
        ['write', 'system'],
      ]),
    ),
    // A call from an own phone finds no number there: 404.
    'extensions.conf': text(section('from-trunk', INBOUND), section('from-phone', []), section('queues', [])),
    // Carillon keeps the records of calls.
    'cdr.conf': text(section('general', [['enable', 'no']])),
    'cel.conf': text(section('general', [['enable', 'no']])),
    ...Object.fromEntries(EMPTY_FILES.map((name) => [`${name}.conf`, text()])),
    'logger.conf': text(section('general', []), section('logfiles', [['console', 'warning,error']])),
  }
}

type Pairs = readonly (readonly [string, string | number])[]

function section(name: string, pairs: Pairs): string {
  return [`[${name}]`, ...pairs.map(([key, value]) => `${key} = ${value}`), ''].join('\n')
}

function text(...sections: string[]): string {
  return `; Written by Carillon at every start: a change here is lost.\n${sections.join('\n')}`
}
