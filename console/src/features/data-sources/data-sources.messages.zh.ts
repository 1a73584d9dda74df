import type { en } from './data-sources.messages.en.ts'

export const zh: typeof en = {
  title: '数据源',
  label: '数据源列表',
  searchByName: '按名称搜索',
  newDataSource: '新建数据源',
  columns: {
    name: '名称',
    description: '说明',
    contacts: '联系人',
    created: '创建时间',
    updated: '最后修改',
  },
  empty: '还没有数据源',
  emptyHint: '数据源是一个有名称的联系人列表，供任务拨打。请先新建一个，然后导入名单。',
  noMatch: '没有匹配的数据源',
  noMatchHint: '换一个名称片段试试。',
  contactCount: (count) => `${count} 个联系人`,
  edit: '编辑',
  exportContacts: '联系人',
  exportCalls: '呼叫记录',
  newTask: '新建任务',
  form: {
    titleNew: '新建数据源',
    titleEdit: '编辑数据源',
    name: '名称',
    description: '说明',
    create: '创建',
    save: '保存',
    created: '数据源已创建，现在可以导入联系人',
    saved: '数据源已保存',
  },
}
