const en = {
  search: 'Search tasks, data sources, numbers and actions',
  nothing: 'Nothing found',
  pages: 'Pages',
  actions: 'Actions',
  tasks: 'Tasks',
  dataSources: 'Data sources',
  numbers: 'Numbers',
  number: (number: string) => `History of ${number}`,
  newTask: 'New task',
  newDataSource: 'New data source',
  newToken: 'New access token',
  pause: (name: string) => `Pause “${name}”`,
  resume: (name: string) => `Resume “${name}”`,
  signOut: 'Sign out',
  wall: 'Wall: figures for a large screen',
  contacts: (count: string) => (count === '1' ? '1 contact' : `${count} contacts`),
}

const zh: typeof en = {
  search: '搜索任务、数据源、号码和操作',
  nothing: '没有找到',
  pages: '页面',
  actions: '操作',
  tasks: '任务',
  dataSources: '数据源',
  numbers: '号码',
  number: (number) => `${number} 的历史`,
  newTask: '新建任务',
  newDataSource: '新建数据源',
  newToken: '新建访问令牌',
  pause: (name) => `暂停“${name}”`,
  resume: (name) => `继续“${name}”`,
  signOut: '退出登录',
  wall: '大屏：在大屏幕上显示数据',
  contacts: (count) => `${count} 个联系人`,
}

export const commandPaletteMessages = { en, zh }
