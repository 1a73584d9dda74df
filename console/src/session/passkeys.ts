// What a browser does with a passkey, by @simplewebauthn/browser, which is loaded when it is first needed. A browser has passkeys only over TLS at a name,
// or at localhost.
import type { Schemas } from '@carillon/client'
import { useMessages } from '../language/language-provider.tsx'

const en = {
  canceled: 'No passkey was chosen. Try again, or use your password.',
  known: 'This device has a passkey for your account already.',
  failed: 'The device could not do it. Try again, or use your password.',
}

const zh: typeof en = {
  canceled: '没有选择通行密钥。请重试，或使用密码。',
  known: '此设备上已有您账户的通行密钥。',
  failed: '设备未能完成操作。请重试，或使用密码。',
}

const passkeyMessages = { en, zh }

export function hasPasskeys(): boolean {
  const isAddress = /^\[|^\d+\.\d+\.\d+\.\d+$/.test(window.location.hostname)
  return window.isSecureContext && !isAddress && 'PublicKeyCredential' in window
}

/** Ask the person and the device; both throw an error with a sentence for the person. */
export function usePasskeys() {
  const t = useMessages(passkeyMessages)

  /** A browser says by the name of its error what has happened. */
  async function orExplain<Result>(ask: () => Promise<Result>): Promise<Result> {
    try {
      return await ask()
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
      const name = cause instanceof Error ? cause.name : ''
      const isCanceled = name === 'NotAllowedError' || name === 'AbortError'
      throw new Error(isCanceled ? t.canceled : name === 'InvalidStateError' ? t.known : t.failed)
    }
  }

  return {
    make: (asked: Schemas['PasskeyCreation']) =>
      orExplain(async () => {
        const { startRegistration } = await import('@simplewebauthn/browser')
        const { id, response } = await startRegistration({ optionsJSON: asked })
        const { clientDataJSON: clientData, attestationObject } = response
        return { credentialId: id, clientData, attestationObject }
      }),

    sign: (asked: Schemas['PasskeyRequest']): Promise<Schemas['PasskeyAnswer']> =>
      orExplain(async () => {
        const { startAuthentication } = await import('@simplewebauthn/browser')
        const { id, response } = await startAuthentication({ optionsJSON: asked })
        const { clientDataJSON: clientData, authenticatorData, signature } = response
        return { credentialId: id, clientData, authenticatorData, signature }
      }),
  }
}
