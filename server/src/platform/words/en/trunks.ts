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
        'The carrier knows your public IP address and needs no password. Ask it to allow the address, and enter its host.',
    },
    digest: {
      name: 'Account and password',
      description: 'The carrier asks for account and password with each call. No registration is needed.',
    },
    registered: {
      name: 'Registered account',
      description:
        'The trunk registers with account and password, as a phone does. The carrier accepts calls while it is registered.',
    },
    fromAccount: {
      name: 'Registered, the account is the sender',
      description:
        'The carrier accepts calls only from your account (the From of the call). The caller ID is sent separately, as P-Asserted-Identity. Choose this if calls are refused with 401 or 403 although the password is right.',
    },
  },
  warnings: {
    tasks_paused: ({ count }: WarningFacts) =>
      `Calls are real from now on. ${tasks(count)} paused, because the calls were simulated until now. Resume them with the simulator or with real calls.`,
    tasks_kept: ({ count }: WarningFacts) =>
      `Calls are real from now on. ${count === 1 ? '1 running task stays' : `${count ?? 0} running tasks stay`} on the simulator.`,
    tasks_moved: ({ count }: WarningFacts) =>
      `Calls are real from now on, also those of ${count === 1 ? '1 running task' : `${count ?? 0} running tasks`} that used the simulator until now.`,
    calls_simulated: ({ count }: WarningFacts) =>
      `${count === 1 ? '1 single call was' : `${count ?? 0} single calls were`} asked for while all calls were simulated, and will be simulated.`,
    default_budget: ({ count }: WarningFacts) =>
      `From now on a task that is published without a budget calls a number at most ${count === 1 ? 'once' : `${count ?? 0} times`} in 24 hours. Published tasks keep what they have. Change it in Settings → Permission.`,
    emergency_rule: ({ rule = '', number = '' }: WarningFacts) =>
      `The rule for ${rule} can turn a number into the emergency number ${number}. Such numbers are not called on this trunk.`,
  },
}
