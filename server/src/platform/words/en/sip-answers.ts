// What the answer of a carrier means, and what to change. Each is a clause, so that it can follow a number or a name.

export const en = {
  /** By SIP status, and what happens before there is any answer. */
  answers: {
    400: {
      means: 'the carrier cannot read the call as it is sent',
      change: 'check the form of numbers, the From user and the From domain of the trunk',
    },
    401: {
      means: 'the carrier does not accept the account',
      change: 'check the user name and the password of the trunk, and that calls come From this account',
    },
    402: { means: 'the carrier requires payment', change: 'check the credit of the account' },
    403: {
      means: 'the carrier does not accept this caller ID, this number or this account',
      change:
        'check the caller ID (a number of your account is usually wanted), whether the trunk has to register, and which numbers the account may call',
    },
    404: {
      means: 'the carrier does not know this number',
      change: 'check the number, and the form in which the trunk sends it: +49…, 0049… or 49…',
    },
    407: {
      means: 'the carrier does not accept the account',
      change: 'check the user name and the password of the trunk, and that calls come From this account',
    },
    408: {
      means: 'the carrier reached nobody in time',
      change: 'try another number; if that fails too, check the address of the trunk or ask the carrier',
    },
    410: {
      means: 'the number no longer exists',
      change: 'try another number; nothing on the trunk is wrong',
    },
    415: {
      means: 'the carrier does not accept the audio that it is offered',
      change: 'choose one codec only: alaw in Europe, ulaw in North America',
    },
    420: {
      means: 'the carrier does not support an extension of SIP that the call asks for',
      change: 'ask the carrier which one, or try another transport',
    },
    421: {
      means: 'the carrier wants an extension of SIP that the call does not offer',
      change: 'ask the carrier which one: it is often encryption, so try TLS',
    },
    422: {
      means: 'the carrier wants another session timer',
      change: 'ask the carrier which session timers it allows',
    },
    423: {
      means: 'the carrier wants registrations to last longer',
      change: 'ask the carrier how long a registration has to last',
    },
    480: {
      means: 'the phone cannot be reached at the moment',
      change: 'try again later or with another number; nothing on the trunk is wrong',
    },
    482: {
      means: 'the call went in a loop',
      change: 'check that the address of the trunk is that of the carrier, not your own',
    },
    483: {
      means: 'the call was passed on too often',
      change: 'check that the address of the trunk is that of the carrier, and ask the carrier about a loop',
    },
    484: {
      means: 'the number is incomplete for the carrier',
      change: 'check the number, and the form in which the trunk sends it: many carriers want +49… or 0049…',
    },
    486: { means: 'the phone is busy', change: 'try again later; nothing on the trunk is wrong' },
    488: {
      means: 'the carrier accepts none of the codecs that it is offered',
      change: 'check the codecs of the trunk: alaw in Europe and ulaw in North America are usual',
    },
    500: {
      means: 'the carrier has a fault of its own',
      change:
        'try again; if it fails again, check the From user and the caller ID of the trunk, then ask the carrier',
    },
    502: {
      means: 'a network behind the carrier gave a wrong answer',
      change: 'try again or another number; if all numbers fail, ask the carrier',
    },
    503: {
      means: 'the carrier has no line for the call',
      change:
        'set the lines and the calls per second to what it allows, or ask whether it has an outage or wants another address',
    },
    504: {
      means: 'a network behind the carrier did not answer in time',
      change: 'try again or another number; if all numbers fail, ask the carrier',
    },
    603: {
      means: 'the call was declined, by the phone or by the carrier',
      change: 'if the phone did not ring, the carrier may not accept the caller ID: check it',
    },
    604: {
      means: 'the number does not exist anywhere',
      change: 'check the number, and the form in which the trunk sends it: +49…, 0049… or 49…',
    },
    606: {
      means: 'the phone or the carrier accepts neither the codecs nor the kind of call',
      change: 'check the codecs of the trunk: alaw in Europe and ulaw in North America are usual',
    },
    607: {
      means: 'the callee does not want calls from this caller ID',
      change:
        'do not call this number again; if you get many such answers, check the reputation of the caller ID',
    },
    608: {
      means: 'a filter rejected the call, often because the caller ID is known for unwanted calls',
      change: 'use another caller ID, and ask the carrier how to correct its reputation',
    },
    silence: {
      means: 'the carrier does not answer at all',
      change:
        'check the address, the port and the transport of the trunk, the firewall, and whether the carrier knows your address',
    },
    name: {
      means: 'the name of the carrier does not exist or cannot be looked up',
      change: 'check the address of the trunk for typing errors, and the DNS of this machine',
    },
    tls: {
      means: 'no encrypted connection to the carrier can be made',
      change:
        'check the port (5061 is usual), that the address is the name in the certificate of the carrier, or choose another transport',
    },
  },
  /** Other answers, by their first digit. */
  others: {
    3: {
      means: 'the carrier sends the call to another address',
      change: 'ask the carrier which address the trunk should have',
    },
    4: {
      means: 'the carrier does not accept the call as it is sent',
      change: 'ask the carrier why it gives this answer',
    },
    5: {
      means: 'the carrier cannot handle the call',
      change: 'try again; if it fails again, ask the carrier why it gives this answer',
    },
    6: {
      means: 'the call is not accepted anywhere',
      change: 'try another number; if that fails too, ask the carrier why it gives this answer',
    },
  },
  sentence: (means: string, change: string) => `${means}: ${change}`,
}
