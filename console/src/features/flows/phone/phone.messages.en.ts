export const en = {
  where: 'What is called',
  number: 'A phone number',
  browser: 'This browser',
  notRegistered: (name: string) => `${name} (not registered)`,
  hint: 'Rings a phone of your own with this call flow. It needs no trunk, nobody else is called, and no permission rule applies.',
  states: {
    starting: 'Getting the phone ready… The first time this takes a few seconds.',
    ready: 'The phone is ready.',
    ringing: 'Your phone rings.',
    talking: 'You are in the call. The keys work like those of a phone.',
    ended: 'The call has ended.',
  } as Record<string, string>,
  noSound:
    'No sound? It goes directly to the machine of the service, without STUN. If that machine is behind NAT, no sound gets through: use a VPN or a SIP app.',
  problems: {
    insecure:
      'Browsers allow the microphone only on pages with TLS and on localhost. Open the console over https, or on the machine of the service.',
    denied:
      'This page may not use the microphone. Allow it in the settings of the browser for this page, usually beside the address, and call again.',
    noMicrophone: 'This browser found no microphone. Connect one, and call again.',
    lost: 'The connection to the phone was lost. Call again to reconnect.',
  },
  answer: 'Answer',
  decline: 'Decline',
  hangUp: 'Hang up',
}
