const en = {
  title: 'Wall',
  lines: 'Lines in use',
  ofLines: (lines: string) => `of ${lines}`,
  reached: 'Contact rate today',
  ofCalls: (calls: string) => (calls === '1' ? 'of 1 call' : `of ${calls} calls`),
  running: 'Running tasks',
  waiting: (tasks: string) => `${tasks} waiting`,
  allDial: 'all of them dial',
  attention: 'Needs attention',
  attentionNone: 'Nothing needs attention',
  progress: (done: string, contacts: string) => `${done} of ${contacts}`,
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
  reached: '今日接通率',
  ofCalls: (calls) => `共 ${calls} 次呼叫`,
  running: '进行中的任务',
  waiting: (tasks) => `${tasks} 个在等待`,
  allDial: '全部在呼叫',
  attention: '需要处理',
  attentionNone: '没有需要处理的事项',
  progress: (done, contacts) => `${done} / ${contacts}`,
  end: (time) => `预计 ${time} 结束`,
  more: (tasks) => `另有 ${tasks} 个`,
  noTasks: '没有进行中的任务',
  lost: (time) => `自 ${time} 起连接中断。以下数据不是最新的，正在重新连接…`,
  task: (name, reason) => `${name}：${reason}`,
}

export const wallMessages = { en, zh }
