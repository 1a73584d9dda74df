import { describe, expect, it } from 'vitest'
import { createSettings } from '../../platform/kernel/settings.ts'
import { readMailSettings } from './mail-settings.ts'

const read = (env: Record<string, string>) => readMailSettings(createSettings(env))
const MAIL_FROM = 'calls@example.com'

describe('the mail server', () => {
  it('is none unless the environment names one', () => {
    expect(read({})).toBeUndefined()
  })

  it.each([
    ['smtp://user:secret@mail.example.com:587', true],
    ['smtps://mail.example.com', true],
    ['smtp://127.0.0.1:2525', false],
    ['smtp://localhost', false],
  ])('%s needs an encrypted connection: %s', (url, needsTls) => {
    expect(read({ SMTP_URL: url, MAIL_FROM })).toEqual({ url, from: MAIL_FROM, needsTls })
  })

  it.each([
    [{ SMTP_URL: 'https://mail.example.com', MAIL_FROM }, 'SMTP_URL must be'],
    [{ SMTP_URL: 'mail.example.com', MAIL_FROM }, 'SMTP_URL must be'],
    [{ SMTP_URL: 'smtp://mail.example.com' }, 'MAIL_FROM is needed'],
    [{ SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: 'calls' }, 'MAIL_FROM must be'],
    [{ MAIL_FROM }, 'SMTP_URL is not'],
  ])('%j is refused: %s', (env, message) => {
    expect(() => read(env)).toThrow(message)
  })

  it('has a name beside its address', () => {
    const from = 'Carillon <calls@example.com>'
    expect(read({ SMTP_URL: 'smtp://localhost', MAIL_FROM: from })?.from).toBe(from)
  })
})
