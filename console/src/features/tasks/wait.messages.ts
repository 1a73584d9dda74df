const en = {
  hours: 'Waiting for calling hours',
  retry: 'Waiting for the next attempt',
  lines: 'Waiting for a free line',
  rate: 'Waiting: rate limit',
  budget: 'Waiting: attempts used up',
  time: 'Waiting for its own time',
}

const zh: typeof en = {
  hours: '等待呼叫时段',
  retry: '等待下次呼叫',
  lines: '等待空闲线路',
  rate: '等待：速率限制',
  budget: '等待：近期呼叫次数已满',
  time: '等待指定时间',
}

export const waitMessages = { en, zh }
