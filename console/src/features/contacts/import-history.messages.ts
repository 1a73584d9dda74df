import type { Schemas } from '@carillon/client'

type ImportStatus = Schemas['ImportRecord']['status']

const statuses: Record<ImportStatus, string> = {
  uploaded: 'Not started',
  running: 'Running',
  completed: 'Completed',
  failed: 'Failed',
  canceled: 'Canceled',
  undoing: 'Being undone',
  undone: 'Undone',
}

const en = {
  label: 'Imports',
  tabs: { contacts: 'Contacts', imports: 'Imports' },
  columns: {
    file: 'File',
    time: 'Started',
    actor: 'By',
    status: 'Status',
    added: 'Added',
    updated: 'Updated',
    duplicates: 'Duplicates',
    failed: 'Failed',
  },
  statuses,
  empty: 'No imports yet',
  emptyHint: 'Every file that is imported into this data source is listed here for 30 days.',
  kept: 'Imports are listed for 30 days. After that they can no longer be undone.',
  show: (file: string) => `Show the import of ${file}`,
  undo: 'Undo',
  undoOf: (file: string) => `Undo the import of ${file}`,
  question: {
    title: 'Undo this import?',
    text: (count: string, file: string) =>
      count === '1'
        ? `The contact that ${file} added is deleted, even if it has been changed since.`
        : `The ${count} contacts that ${file} added are deleted, even those that have been changed since.`,
    updated: (count: string) =>
      `${count === '1' ? 'The contact that it updated stays as it is' : `The ${count} contacts that it updated stay as they are`}, because earlier values are not kept.`,
    none: 'All contacts that it added are already deleted. Nothing else changes.',
    action: (count: string) => (count === '1' ? 'Delete 1 contact' : `Delete ${count} contacts`),
    actionNone: 'Undo the import',
  },
  begun: 'The import is being undone',
  progress: (removed: string) => `${removed === '1' ? '1 contact' : `${removed} contacts`} deleted so far`,
  done: (removed: string) => (removed === '1' ? '1 contact deleted' : `${removed} contacts deleted`),
  doneBy: (actor: string, time: string) => `by ${actor}, ${time}`,
  keptContacts: (count: string) =>
    `${count} kept, because a task has dialed ${count === '1' ? 'it' : 'them'}`,
}

const zh: typeof en = {
  label: '导入记录',
  tabs: { contacts: '联系人', imports: '导入记录' },
  columns: {
    file: '文件',
    time: '开始时间',
    actor: '操作者',
    status: '状态',
    added: '新增',
    updated: '更新',
    duplicates: '重复',
    failed: '失败',
  },
  statuses: {
    uploaded: '未开始',
    running: '进行中',
    completed: '已完成',
    failed: '失败',
    canceled: '已取消',
    undoing: '正在撤销',
    undone: '已撤销',
  },
  empty: '还没有导入记录',
  emptyHint: '导入到这个数据源的文件会在这里列出 30 天。',
  kept: '导入记录列出 30 天，之后无法再撤销。',
  show: (file) => `查看 ${file} 的导入结果`,
  undo: '撤销',
  undoOf: (file) => `撤销 ${file} 的导入`,
  question: {
    title: '撤销这次导入？',
    text: (count, file) => `将删除 ${file} 新增的 ${count} 个联系人，包括之后修改过的。`,
    updated: (count) => `更新过的 ${count} 个联系人保持现状：更新前的内容没有保留。`,
    none: '它新增的联系人已全部删除，其他内容不变。',
    action: (count) => `删除 ${count} 个联系人`,
    actionNone: '撤销导入',
  },
  begun: '正在撤销导入',
  progress: (removed) => `目前已删除 ${removed} 个联系人`,
  done: (removed) => `已删除 ${removed} 个联系人`,
  doneBy: (actor, time) => `${actor}，${time}`,
  keptContacts: (count) => `保留 ${count} 个，因为任务已经呼叫过它们`,
}

export const importHistoryMessages = { en, zh }
