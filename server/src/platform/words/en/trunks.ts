// The usual forms of trunks: what carriers want, in a sentence. And what to know about a change of a trunk.

interface WarningFacts {
  count?: number | undefined
  rule?: string | undefined
  number?: string | undefined
}

const tasks = (count = 0) => (count === 1 ? '1 task was' : `${count} tasks were`)

export const en = {
  presets: {
    ip: {
      name: 'By IP address',
      description:
        'The carrier knows your public IP address and wants no password. Ask it to allow the address, and enter its host.',
    },
    digest: {
      name: 'Account and password',
      description: 'The carrier asks for account and password with each call. It wants no registration.',
    },
    registered: {
      name: 'Registered account',
      description:
        'The trunk registers with account and password, as a phone does, and the carrier accepts calls while it is registered.',
    },
    fromAccount: {
      name: 'Registered, the account is the sender',
      description:
        'The carrier accepts calls only from your account (the From of the call). The number that is shown goes beside it, as P-Asserted-Identity. Choose this if calls are refused with 401 or 403 although the password is right.',
    },
  },
  warnings: {
    tasks_paused: ({ count }: WarningFacts) =>
      `Calls are real from now on. ${tasks(count)} paused, because the calls were simulated until now: resume with isSimulated to say where they go.`,
    tasks_kept: ({ count }: WarningFacts) =>
      `Calls are real from now on, except those of running tasks that stay on the simulator: ${count ?? 0}.`,
    tasks_moved: ({ count }: WarningFacts) =>
      `Calls are real from now on, also those of running tasks that were simulated until now: ${count ?? 0}.`,
    calls_simulated: ({ count }: WarningFacts) =>
      `Single calls that wait were asked for while all calls were simulated, and stay on the simulator: ${count ?? 0}.`,
    emergency_rule: ({ rule = '', number = '' }: WarningFacts) =>
      `The rule for ${rule} can turn a number into the emergency number ${number}. Such numbers are not called on this trunk.`,
  },
}
