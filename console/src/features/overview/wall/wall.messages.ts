const en = {
  title: 'Wall',
  lines: 'Lines in use',
  ofLines: (lines: string) => `of ${lines}`,
  live: 'live',
  notLive: (time: string) => `not live since ${time}`,
  reached: 'People reached today',
  ofCalls: (calls: string, rate: string) =>
    calls === '0' ? 'no calls yet' : calls === '1' ? `of 1 call (${rate})` : `of ${calls} calls (${rate})`,
  running: 'Running tasks',
  waiting: (tasks: string) => `${tasks} waiting`,
  allDial: 'all of them dial',
  attention: 'Needs attention',
  attentionNone: 'Nothing needs attention',
  progress: (done: string, contacts: string) => `${done} of ${contacts} people`,
  end: (time: string) => `until ${time}`,
  more: (tasks: string) => (tasks === '1' ? 'and 1 more' : `and ${tasks} more`),
  noTasks: 'No task is running',
  lost: (time: string) => `No connection since ${time}. These figures are old; reconnecting…`,
  task: (name: string, reason: string) => `${name}: ${reason}`,
}

const zh: typeof en = {
  title: '大屏',
  lines: '占用线路',
  ofLines: (lines) => `共 ${lines} 条`,
  live: '实时',
  notLive: (time) => `自 ${time} 起非实时`,
  reached: '今日接通人数',
  ofCalls: (calls, rate) => (calls === '0' ? '今日还没有呼叫' : `共 ${calls} 次呼叫（${rate}）`),
  running: '进行中的任务',
  waiting: (tasks) => `${tasks} 个在等待`,
  allDial: '全部在呼叫',
  attention: '需要处理',
  attentionNone: '没有需要处理的事项',
  progress: (done, contacts) => `${done} / ${contacts} 人`,
  end: (time) => `预计 ${time} 结束`,
  more: (tasks) => `另有 ${tasks} 个`,
  noTasks: '没有进行中的任务',
  lost: (time) => `自 ${time} 起连接中断。以下数据不是最新的，正在重新连接…`,
  task: (name, reason) => `${name}：${reason}`,
}

export const wallMessages = { en, zh }
