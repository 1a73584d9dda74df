// What could not be done, for the title of a notification: it names the action that failed.
const en = {
  pauseTask: 'Couldn’t pause the task',
  resumeTask: 'Couldn’t resume the task',
  closeTask: 'Couldn’t close the task',
  publishTask: 'Couldn’t publish the task',
  duplicateTask: 'Couldn’t copy the task',
  hangUp: 'Couldn’t hang up',
  playRecording: 'Couldn’t load the recording',
  deleteAudio: 'Couldn’t delete the audio',
  importFile: 'Couldn’t import the file',
  cancelImport: 'Couldn’t cancel the import',
  discardUpload: 'Couldn’t discard the upload',
  undoImport: 'Couldn’t undo the import',
  deleteContact: 'Couldn’t delete the contact',
  removeNumbers: 'Couldn’t remove the numbers',
  deleteList: 'Couldn’t delete the list',
  deleteCalendar: 'Couldn’t delete the calendar',
  revokeToken: 'Couldn’t revoke the token',
  setProtections: 'Couldn’t turn on the protections',
  startDemo: 'Couldn’t start the demo',
  export: 'Couldn’t export the file',
}

const zh: typeof en = {
  pauseTask: '无法暂停任务',
  resumeTask: '无法继续任务',
  closeTask: '无法关闭任务',
  publishTask: '无法发布任务',
  duplicateTask: '无法复制任务',
  hangUp: '无法挂断',
  playRecording: '无法加载录音',
  deleteAudio: '无法删除音频',
  importFile: '无法导入文件',
  cancelImport: '无法取消导入',
  discardUpload: '无法丢弃上传的文件',
  undoImport: '无法撤销导入',
  deleteContact: '无法删除联系人',
  removeNumbers: '无法移除号码',
  deleteList: '无法删除名单',
  deleteCalendar: '无法删除日历',
  revokeToken: '无法吊销令牌',
  setProtections: '无法开启保护',
  startDemo: '无法启动演示',
  export: '无法导出文件',
}

export const failedActions = { en, zh }
export type FailedAction = keyof typeof en
