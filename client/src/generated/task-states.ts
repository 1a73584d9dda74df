// Made from openapi.json by `npm run client`: changes are lost.
export const TaskStatus = {
  "DRAFT": 0,
  "RUNNING": 1,
  "PAUSED": 2,
  "STOPPED": 3,
  "COMPLETED": 4,
  "FAILED": 5,
  "CLOSED": 6
} as const

export const allowedFrom = {
  "update": [
    0
  ],
  "reschedule": [
    2
  ],
  "changeFlow": [
    1,
    2,
    5
  ],
  "publish": [
    0
  ],
  "pause": [
    1
  ],
  "resume": [
    2,
    5
  ],
  "stop": [
    1,
    2,
    5
  ],
  "recall": [
    1,
    2,
    4
  ],
  "close": [
    0,
    3,
    4,
    5
  ],
  "continue": [
    3,
    4,
    6
  ]
} as const
