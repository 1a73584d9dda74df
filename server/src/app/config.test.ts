import { describe, expect, it } from 'vitest'
import { readConfig } from '../config.ts'

const HTTP_GATEWAY = {
  GATEWAY: 'http',
  HTTP_GATEWAY_URL: 'https://voice.example.com/calls',
  HTTP_GATEWAY_SECRET: 'sixteen-characters',
  PUBLIC_URL: 'https://carillon.example.com/voice/',
}

describe('where a gateway fetches what it plays', () => {
  it.each([
    ['PUBLIC_URL for an HTTP platform', HTTP_GATEWAY, 'https://carillon.example.com/voice'],
    [
      'MEDIA_URL for an HTTP platform that has one',
      { ...HTTP_GATEWAY, MEDIA_URL: 'https://media.example.com/' },
      'https://media.example.com',
    ],
    ['MEDIA_URL for other gateways', { MEDIA_URL: 'http://10.0.0.5:3000' }, 'http://10.0.0.5:3000'],
    ['no setting for other gateways', { PUBLIC_URL: 'https://carillon.example.com' }, undefined],
  ])('is %s', (_title, env, url) => {
    expect(readConfig(env).mediaUrl).toBe(url)
  })
})
