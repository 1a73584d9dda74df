// What happens in the test of a trunk, step by step, and how a trunk is, in a sentence.
import type { TrunkFacts as Facts } from '../trunk-facts.ts'

const seconds = ({ ms = 0 }: Facts) => `${(ms / 1000).toFixed(1)} s`
const percent = (share = 0) => `${Math.round(share * 100)}%`
const explained = ({ sipStatus, explanation }: Facts) =>
  sipStatus === undefined ? `${explanation}` : `SIP ${sipStatus}: ${explanation}`

/** What a refusal means here is not what it means for a call. */
function refusedRegistration(status = 401): string {
  if (status === 404 || status === 484)
    return 'it does not know the account: check the user name, the address and the From domain of the trunk'
  if (status >= 300 && status < 400)
    return 'it wants registrations at another address: ask the carrier for it, and enter it as the address or the outbound proxy'
  if (status >= 500 && status < 600)
    return 'it cannot take registrations at the moment; nothing on the trunk is wrong. It is tried again every 10 seconds'
  if (status === 423) return 'it wants another interval: ask the carrier'
  if ([401, 403, 407].includes(status)) return 'check the user name and the password of the trunk'
  return 'ask the carrier why'
}

export const en = {
  steps: {
    resolve: 'Address',
    reach: 'Carrier reachable',
    address: 'Our address',
    register: 'Registered',
    send: 'Call sent',
    answer: 'Answer of the carrier',
    ring: 'Phone rings',
    pickUp: 'Phone answered',
    sound: 'Sound in both directions',
    hangUp: 'Hung up',
  },
  outcomes: {
    resolved: ({ host, addresses = [] }: Facts) => `The name ${host} leads to ${addresses.join(', ')}.`,
    is_address: ({ host }: Facts) => `The address ${host} needs no lookup.`,
    not_resolved: ({ host, explanation }: Facts) => `${explanation} (${host}).`,
    reachable: (facts: Facts) =>
      facts.ms === undefined
        ? 'The carrier answers.'
        : `The carrier answers after ${Math.round(facts.ms)} ms.`,
    not_asked: () => 'It is not known yet whether the carrier answers; the call will show it.',
    options_off: () =>
      'OPTIONS is off for this trunk, so the carrier is not asked; only calls show whether it answers.',
    not_reachable: ({ explanation }: Facts) => `${explanation}.`,
    not_usable: ({ why }: Facts) => `Asterisk does not have this trunk: ${why}.`,
    no_asterisk: ({ why }: Facts) => `Asterisk does not run: ${why}.`,
    no_node: ({ nodes = [] }: Facts) => `None of the nodes that have this trunk runs: ${nodes.join(', ')}.`,
    seen_as_told: ({ seenAs }: Facts) =>
      `The carrier sees this machine as ${seenAs}, which is the address that it is told.`,
    not_seen: () => 'The carrier does not say how it sees this machine.',
    behind_nat: ({ seenAs, announced }: Facts) =>
      `The carrier sees this machine as ${seenAs}, but is told ${announced}: set EXTERNAL_ADDRESS to ${seenAs}, and forward the ports of SIP and RTP to this machine. Otherwise there may be no sound.`,
    other_external: ({ seenAs, announced }: Facts) =>
      `The carrier sees this machine as ${seenAs}, but EXTERNAL_ADDRESS is ${announced}: set it to ${seenAs}. Otherwise there may be no sound.`,
    not_local: ({ seenAs, announced }: Facts) =>
      `The carrier sees this machine as ${seenAs}, but is told ${announced}, because it is in LOCAL_NETWORKS: take its network out. Otherwise there may be no sound.`,
    registered: () => 'The carrier has accepted the registration.',
    registered_by: ({ node }: Facts) =>
      `The node ${node} registers this trunk; calls from here go out as well.`,
    does_not_register: () => 'This trunk does not register; nothing had to be done.',
    registration_rejected: (facts: Facts) =>
      `The carrier refuses the registration${facts.sipStatus === undefined ? '' : ` (SIP ${facts.sipStatus})`}: ${refusedRegistration(facts.sipStatus)}.${facts.calls ? ' Calls go out all the same.' : ''}`,
    registration_unanswered: () =>
      'The carrier has not answered the registration: check the address, the port and the transport of the trunk, and the firewall.',
    sent: ({ number, callerId }: Facts) =>
      callerId === undefined
        ? `${number} is called, without a caller ID.`
        : `${number} is called from ${callerId}.`,
    not_sent: ({ why }: Facts) => `The call could not be sent: ${why}.`,
    accepted: () => 'The carrier has accepted the call.',
    refused: (facts: Facts) => `${explained(facts)}.`,
    silent: ({ explanation }: Facts) => `${explanation}.`,
    only_confirmed: (facts: Facts) =>
      `The carrier has confirmed the call, but has said nothing more for ${seconds(facts)}. The address and the account are right: try another number, or ask the carrier where the call is stuck.`,
    ringing: (facts: Facts) => `The phone rings after ${seconds(facts)}.`,
    no_ringing: () => 'The phone was answered without a sign of ringing; some carriers send none.',
    picked_up: (facts: Facts) => `The phone was answered after ${seconds(facts)}.`,
    not_picked_up: (facts: Facts) =>
      `The phone rang for ${seconds(facts)} and was not answered: try again and answer it; nothing on the trunk is wrong.`,
    not_answered: (facts: Facts) => `The phone was not answered. ${explained(facts)}.`,
    both_ways: ({ packetsOut, packetsIn }: Facts) =>
      `${packetsOut} packets of sound were sent, ${packetsIn} were received.`,
    nothing_received: ({ packetsOut }: Facts) =>
      `${packetsOut} packets of sound were sent, but none was received. Check that the firewall lets the RTP ports in, and that the external address is set if this machine is behind NAT.`,
    nothing_sent: ({ packetsIn }: Facts) =>
      `${packetsIn} packets of sound were received, but none was sent: check the codecs of the trunk.`,
    no_sound: () =>
      'No sound was sent or received: check the firewall, the external address and the codecs of the trunk.',
    not_measured: () =>
      'The call ended before the sound could be measured: stay on the phone for a few seconds.',
    hung_up: (facts: Facts) => `The test hung up after ${seconds(facts)}.`,
    callee_hung_up: (facts: Facts) => `The phone hung up after ${seconds(facts)}.`,
    held_back: ({ why }: Facts) => `Calls were refused, so the trunk gets few or none for a while: ${why}.`,
    low_answer_rate: ({ rate, rateBefore }: Facts) =>
      `Only ${percent(rate)} of its calls were answered in the last hour, but ${percent(rateBefore)} in the day before. Call a phone of your own to see whether it rings and has sound, and ask the carrier about the caller IDs.`,
    broke_off: ({ why }: Facts) => `The test could not go on: ${why}.`,
  },
  /** How a trunk is now. */
  states: {
    registered: 'Registered',
    reachable: 'Reachable',
    heldBack: 'Held back',
    down: 'Down',
    unknown: 'Not known yet',
    off: 'Off',
  },
}
