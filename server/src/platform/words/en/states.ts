// The states of tasks and contacts, in a few words.

export const en = {
  tasks: {
    DRAFT: 'Draft',
    RUNNING: 'Running',
    PAUSED: 'Paused',
    STOPPED: 'Stopped',
    COMPLETED: 'Completed',
    FAILED: 'Failed',
    CLOSED: 'Closed',
  },
  /** Of contacts in a task. `inProgress` is `dialing` or `waiting`. */
  contacts: {
    success: 'Successful',
    failed: 'Not successful',
    dialing: 'In a call now',
    waiting: 'Waiting for the next attempt',
    skipped: 'Skipped',
    notDialed: 'Not dialed',
    inProgress: 'In progress',
  },
}
