import { defaultServerConditions } from 'vite'
import { defineConfig } from 'vitest/config'

// Packages of this repository are used from their sources.
const conditions = ['carillon-source']

export default defineConfig({
  ssr: {
    resolve: { conditions: [...conditions, ...defaultServerConditions], externalConditions: conditions },
  },
  test: {
    include: [
      'server/src/**/*.test.ts',
      'server/test/**/*.test.ts',
      'client/test/**/*.test.ts',
      'console/src/**/*.test.ts',
      'console/test/**/*.test.ts',
    ],
    globalSetup: ['server/test/support/global-setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Given up only when something is broken, as everything that is waited for.
    expect: { poll: { timeout: 15_000 } },
  },
})
