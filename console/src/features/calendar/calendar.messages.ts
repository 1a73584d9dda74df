const en = {
  title: 'Calendar',
  previous: 'Previous week',
  thisWeek: 'This week',
  next: 'Next week',
  label: 'When each task may dial',
  task: 'Task',
  allDay: 'all day',
  closed: 'no calls',
  now: (time: string) => `now ${time}`,
  atRecipient: 'on the clock of the called person',
  more: (shown: string, total: string) => `${shown} of ${total} tasks are shown.`,
  empty: 'No task dials or will dial',
  emptyHint: 'Drafts, running and paused tasks are shown here, with the hours in which they may dial.',
  newTask: 'New task',
}

const zh: typeof en = {
  title: '日历',
  previous: '上一周',
  thisWeek: '本周',
  next: '下一周',
  label: '各任务可以呼叫的时间',
  task: '任务',
  allDay: '全天',
  closed: '不呼叫',
  now: (time) => `现在 ${time}`,
  atRecipient: '按被叫人当地时间',
  more: (shown, total) => `显示 ${total} 个任务中的 ${shown} 个。`,
  empty: '没有正在呼叫或将要呼叫的任务',
  emptyHint: '草稿、运行中和已暂停的任务会显示在这里，以及它们可以呼叫的时间。',
  newTask: '新建任务',
}

export const calendarMessages = { en, zh }
