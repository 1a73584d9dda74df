const en = {
  start: 'Start a demo',
  startHint:
    'One click: 60 made-up contacts, a call that asks for a key, and a published task. The simulator does not ring any real phone.',
  listName: 'Demo contacts',
  listDesc: 'Made-up people for a first look. Nobody is really called.',
  taskName: 'Demo: confirm the appointment',
  day: 'Monday at ten',
  title: 'Your demo is running',
  text: 'This is what happens now. Each step is a link.',
  hide: 'Hide this guide',
  watch: 'Watch the calls come in',
  watchHint: 'Every call that has ended, with who answered and which key they pressed.',
  contacts: 'See who has confirmed',
  contactsHint: 'What the task knows about each contact: its state, attempts and next attempt.',
  call: 'Hear the call',
  callHint: 'The call flow, step by step. Use your keyboard as the phone.',
  list: 'Look at the data source',
  listHint: 'The contacts, with their names and fields.',
  own: 'Import your own contacts',
  ownHint: 'A CSV or Excel file with a column of phone numbers.',
}

const zh: typeof en = {
  start: '启动演示',
  startHint:
    '一键完成：60 个虚构联系人、一段请对方按键的呼叫，以及一个已发布的任务。模拟器不会真的拨打电话。',
  listName: '演示联系人',
  listDesc: '供初次体验的虚构联系人，不会真的拨打电话。',
  taskName: '演示：确认预约',
  day: '周一上午十点',
  title: '演示正在进行',
  text: '演示会经过以下几步，点击即可查看。',
  hide: '隐藏引导',
  watch: '查看陆续结束的呼叫',
  watchHint: '每个已结束的呼叫，以及谁接听、按了哪个键。',
  contacts: '查看谁已确认',
  contactsHint: '每个联系人在任务中的状态、呼叫次数和下次呼叫时间。',
  call: '试听通话',
  callHint: '逐步试听通话流程，用键盘代替电话按键。',
  list: '查看数据源',
  listHint: '联系人及其姓名和字段。',
  own: '导入您自己的联系人',
  ownHint: '包含电话号码列的 CSV 或 Excel 文件。',
}

export const demoMessages = { en, zh }
