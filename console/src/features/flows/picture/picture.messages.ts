const en = {
  label: 'Picture of the call flow',
  start: 'Call answered',
  end: 'Call ends',
  screening: 'Call screening',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  fit: 'Show everything',
  leadsTo: (when: string, to: string) => `${when} → ${to}`,
  view: 'Show the call flow as',
  asList: 'List',
  asPicture: 'Picture',
}

const zh: typeof en = {
  label: '通话流程图',
  start: '电话接通',
  end: '通话结束',
  screening: '来电筛选',
  zoomIn: '放大',
  zoomOut: '缩小',
  fit: '显示全部',
  leadsTo: (when, to) => `${when} → ${to}`,
  view: '通话流程的显示方式',
  asList: '列表',
  asPicture: '流程图',
}

export const pictureMessages = { en, zh }
