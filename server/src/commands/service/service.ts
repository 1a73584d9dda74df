// carillon service: the machine's own Carillon, run by systemd.
import { installService } from './install.ts'
import { thisMachine } from './machine.ts'
import { removeService, showLogs, showService } from './status.ts'

export const serviceCommands = {
  install: () => installService(thisMachine()),
  status: () => showService(thisMachine()),
  logs: (flags: { follow: boolean; lines: string | undefined }) => showLogs(thisMachine(), flags),
  remove: () => removeService(thisMachine()),
}
