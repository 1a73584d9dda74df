// The usual forms of trunks: what carriers want, in a sentence.

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
}
