// Turns the row of a task into the JSON that callers read.
import { endingCounts } from '../../conversations/flows/call-ending.ts'
import { isConfirmation } from '../../conversations/flows/success-rule.ts'
import type { Timestamps } from '../../platform/kernel/timestamps.ts'
import type { ListedTaskRow } from './task-list.queries.ts'
import { readSettings } from './task-settings.ts'
import type { SettingChange, TaskRow, TaskSettingsRow } from './tasks.queries.ts'
import type { TaskDetail, TaskSettings, TaskStatistics, TaskSummary } from './tasks.schema.ts'

export function createTaskPresenter(timestamps: Timestamps) {
  function summary(task: TaskRow): TaskSummary {
    return {
      id: task.id,
      taskName: task.name,
      taskDesc: task.description,
      status: task.status,
      dataSourceId: task.data_source_id,
      contactCount: task.contact_count,
      callCount: task.call_count,
      successCount: task.success_count,
      createTime: timestamps.format(task.create_time),
      startTime: timestamps.formatOrNull(task.start_time),
      endTime: timestamps.formatOrNull(task.end_time),
    }
  }

  function summaryWithProgress(task: ListedTaskRow, expectedEnd: Date | null): TaskSummary {
    const { success_contacts: success, failed_contacts: failed, skipped_contacts: skipped } = task
    const done = success + failed + skipped
    return {
      ...summary(task),
      pauseReason: task.pause_reason,
      isSimulated: task.is_simulated,
      progress: { done, success, failed, skipped },
      priority: task.priority,
      dataSourceName: task.data_source_name,
      expectedEndTime: timestamps.formatOrNull(expectedEnd),
    }
  }

  // Without spreading the summary into it: that takes ten times as long, and this is the most frequent response.
  function detail(task: TaskRow): TaskDetail {
    return {
      id: task.id,
      taskName: task.name,
      taskDesc: task.description,
      status: task.status,
      dataSourceId: task.data_source_id,
      contactCount: task.contact_count,
      callCount: task.call_count,
      successCount: task.success_count,
      createTime: timestamps.format(task.create_time),
      startTime: timestamps.formatOrNull(task.start_time),
      endTime: timestamps.formatOrNull(task.end_time),
      failCount: task.fail_count,
      noAnswerCount: task.no_answer_count,
      dialRate: fraction(task.call_count, task.contact_count),
      successRate: fraction(task.success_count, task.call_count),
      callDuration: seconds(task.talk_ms),
      avgCallDuration: average(task),
      priority: task.priority,
      maxDialCount: task.max_dial_count,
      updateTime: timestamps.format(task.update_time),
      listMode: task.list_mode,
      stopReason: task.stop_reason,
      failReason: task.fail_reason,
      pauseReason: task.pause_reason,
      isSimulated: task.is_simulated,
      isConfirmation: isConfirmation(task.success_when),
    }
  }

  function statistics(task: TaskRow): TaskStatistics {
    const { update_time, counted_time } = task
    return {
      taskId: task.id,
      taskName: task.name,
      status: task.status,
      totalContacts: task.contact_count,
      callCount: task.call_count,
      successCount: task.success_count,
      failCount: task.fail_count,
      noAnswerCount: task.no_answer_count,
      dialRate: fraction(task.call_count, task.contact_count),
      successRate: fraction(task.success_count, task.call_count),
      totalDuration: seconds(task.talk_ms),
      avgDuration: average(task),
      lastUpdateTime: timestamps.format(
        counted_time && counted_time > update_time ? counted_time : update_time,
      ),
      skippedCount: task.skipped_contacts,
      endings: endingCounts(task.call_count, task),
    }
  }

  function settings(task: TaskSettingsRow): TaskSettings {
    const settings = readSettings(task.settings, task.flow)
    return {
      id: task.id,
      taskName: task.name,
      taskDesc: task.description,
      dataSourceId: task.data_source_id,
      ...settings,
      scheduledStartTime: shownTime(settings.scheduledStartTime),
      scheduledEndTime: shownTime(settings.scheduledEndTime),
      ...(task.continues_task_id !== null && { continuesTaskId: task.continues_task_id }),
    }
  }

  const shownTime = (time: string | null) => timestamps.formatOrNull(time === null ? null : new Date(time))

  function change({ field, before, after }: SettingChange): SettingChange {
    const isTime = field === 'scheduledStartTime' || field === 'scheduledEndTime'
    const shown = (value: SettingChange['before']) =>
      isTime && typeof value === 'string' ? shownTime(value) : value
    return { field, before: shown(before), after: shown(after) }
  }

  return { summary, summaryWithProgress, detail, statistics, settings, change }
}

/** Rounded to four decimals; 0 if the whole is 0. */
function fraction(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 10_000
}

function seconds(ms: number): number {
  return Math.round(ms) / 1000
}

/** Per answered call: only these have talk time. */
function average(task: TaskRow): number {
  return task.answered_count === 0 ? 0 : seconds(task.talk_ms / task.answered_count)
}
