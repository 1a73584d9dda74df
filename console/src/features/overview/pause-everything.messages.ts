const en = {
  action: 'Pause everything',
  nothingRuns: 'No task is running',
  title: (count: string) => (count === '1' ? 'Pause the running task?' : `Pause all ${count} running tasks?`),
  text: 'No new calls are placed. Calls on the line go on until they end. You can resume exactly these tasks with one click.',
  reason: 'Reason',
  reasonHint: 'Optional; shown with each task and kept in its history.',
  done: (count: string) => (count === '1' ? '1 task paused' : `${count} tasks paused`),
  line: (actor: string, count: string, time: string) =>
    count === '1' ? `${actor} paused 1 task at ${time}.` : `${actor} paused ${count} tasks at ${time}.`,
  because: (reason: string) => `Reason: ${reason}`,
  resume: (count: string) => (count === '1' ? 'Resume it' : `Resume those ${count}`),
  resumed: (count: string) => (count === '1' ? '1 task resumed' : `${count} tasks resumed`),
  leftOut: (resumed: string, count: string) => `${resumed}; ${count} left as they are`,
  changed: (name: string) => `“${name}” was changed since the pause`,
  refused: (name: string) => `“${name}” cannot be resumed now; its page says why`,
}

const zh: typeof en = {
  action: '全部暂停',
  nothingRuns: '没有正在运行的任务',
  title: (count) => `暂停全部 ${count} 个正在运行的任务？`,
  text: '不再拨出新的呼叫；正在进行的通话会继续到结束。之后只需点击一次，就能继续这些任务。',
  reason: '原因',
  reasonHint: '可不填；显示在每个任务中，并保留在任务历史里。',
  done: (count) => `已暂停 ${count} 个任务`,
  line: (actor, count, time) => `${actor} 在 ${time} 暂停了 ${count} 个任务。`,
  because: (reason) => `原因：${reason}`,
  resume: (count) => `继续这 ${count} 个任务`,
  resumed: (count) => `已继续 ${count} 个任务`,
  leftOut: (resumed, count) => `${resumed}；${count} 个保持不变`,
  changed: (name) => `“${name}”在暂停后已被修改`,
  refused: (name) => `“${name}”现在无法继续，原因见任务页面`,
}

export const pauseMessages = { en, zh }
