// The service for a program that runs it inside its own process, as the tests do.
import { createService } from '../commands/serve.ts'
import { readConfig } from '../config.ts'
import { createLog } from '../platform/kernel/log/log.ts'

export const service = { createService, readConfig, createLog }
