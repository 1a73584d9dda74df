// The services of the wing `campaigns`.

import { createPermissionSettings } from '../campaigns/permission/permission.service.ts'
import { createTasks } from '../campaigns/tasks/tasks.service.ts'
import type { FlowChecks } from '../conversations/flows/check/flow-checks.ts'
import type { AppOptions } from './app-options.ts'
import type { Databases } from './databases.ts'
import type { Readers } from './readers.ts'
import { simulationOf } from './simulation.ts'

interface CampaignParts {
  readers: Readers
  flowChecks: FlowChecks
}

export function createCampaigns(
  options: AppOptions,
  { db, exportDb }: Databases,
  { readers: { readPhoneNumber, readPhonePrefix, serviceCountry }, flowChecks }: CampaignParts,
) {
  const { clock } = options
  return {
    permission: createPermissionSettings({
      ...{ db, clock, readPhoneNumber, readPhonePrefix, followCountry: serviceCountry.follow },
    }),
    tasks: createTasks({ db, exportDb, clock, flowChecks, simulation: simulationOf(options) }),
  }
}
