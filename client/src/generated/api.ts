// Made from openapi.json by `npm run client`: changes are lost.
export interface paths {
    "/api/task/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tasks, newest first
         * @description Tasks without the value that `sort` names, such as drafts with startTime, come last in both orders. Needs a token with scope `read`.
         */
        get: operations["listTasks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/task/detail/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a task
         * @description Needs a token with scope `read`.
         */
        get: operations["getTask"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/task/{id}/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the settings of a task
         * @description Needs a token with scope `read`.
         */
        get: operations["getTaskSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/task/{id}/stat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the statistics of a task
         * @description Needs a token with scope `read`.
         */
        get: operations["getTaskStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/task/{id}/results": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count what came of the calls of a task
         * @description Counted when asked for: 100,000 contacts take about a second. With more than 10,000 the answer may be some seconds old. Needs a token with scope `read`.
         */
        get: operations["getTaskResults"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/task/{id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the contacts of a task with their outcomes
         * @description Needs a token with scope `read`.
         */
        get: operations["exportTaskContacts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/task/{id}/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the changes of a task, newest first
         * @description Needs a token with scope `read`.
         */
        get: operations["listTaskAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/task/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a task
         * @description It is a DRAFT: nothing is dialed before it is published. Needs a token with scope `write`.
         */
        post: operations["addTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/task/duplicate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a draft with the settings of another task
         * @description Every setting is copied, with the flow. Calendars and do-not-call lists that were deleted since are left out. Needs a token with scope `write`.
         */
        post: operations["duplicateTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/task/continue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a draft for the contacts that a stopped or closed task was not done with
         * @description It has the settings of the task, as a duplicate has them, and the contacts of its list that were never called or would have had another attempt: each with a new allowance of attempts. Its list is fixed: contacts added later do not join it. Refused while calls of the task are live, and if no contact remains. Needs a token with scope `write`.
         */
        post: operations["continueTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/task/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change a task that is still a draft
         * @description Only the given fields are changed. Null removes a bound of the daily window, the weekdays, the start, the end, the flow or maxAgents. Needs a token with scope `write`.
         */
        post: operations["updateTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/task/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish a draft: dialing begins
         * @description Needs a token with scope `write`.
         */
        post: operations["publishTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/task/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause a running task: no new call starts
         * @description Needs a token with scope `write`.
         */
        post: operations["pauseTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/task/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Close a task; it cannot be reopened
         * @description Needs a token with scope `write`.
         */
        post: operations["closeTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/task/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a paused or failed task
         * @description A task that was published while all calls were simulated is not resumed without `isSimulated` once calls are real: 400 names the field. Needs a token with scope `write`.
         */
        post: operations["resumeTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/task/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop a task; it cannot be continued
         * @description Needs a token with scope `write`.
         */
        post: operations["stopTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/task/reschedule": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change the hours, the priority, the attempts or the interval of a paused task
         * @description Only the given fields are changed; null removes a bound of the daily window, the weekdays, the start or the end. Contacts that wait follow. Those that have used up their attempts are done; those that are done stay done, even with more attempts. Needs a token with scope `write`.
         */
        post: operations["rescheduleTask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/task/{id}/recall": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Dial contacts again
         * @description Without a body, all contacts that failed are redialed. `outcomes` and `causes` choose others, such as all that were busy. Needs a token with scope `write`.
         */
        post: operations["recallContacts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/task/{id}/flow/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the versions of a task's flow, newest first
         * @description Publishing a task makes version 1 of its flow. A draft has no versions, nor has a task without a flow. Needs a token with scope `read`.
         */
        get: operations["listFlowVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/task/changeFlow": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a published task another flow, for calls that start from now on
         * @description The flow becomes a new version, checked as when a task is published. Live calls go on with the version that they began with. With `version` an earlier one is brought back, as a new version. The flow that the task has already changes nothing. Needs a token with scope `write`.
         */
        post: operations["changeTaskFlow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/task/{id}/contacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the contacts of a task with their state in it, newest first
         * @description Contacts that were deleted after they were dialed are included. A draft has the contacts of its data source, or those that remain of the task that it continues. Needs a token with scope `read`.
         */
        get: operations["listTaskContacts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/task/{id}/contacts/counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count the contacts of a task by state and by cause
         * @description Needs a token with scope `read`.
         */
        get: operations["countTaskContacts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/flow/schema": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The JSON Schema of a flow
         * @description Needs a token with scope `read`.
         */
        get: operations["getFlowSchema"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/flow/examples": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Flows to begin with
         * @description Needs a token with scope `read`.
         */
        get: operations["listFlowExamples"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/flow/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What is wrong with a flow
         * @description All faults of a flow, as a task with it would be published now: its form, its steps, what the gateway lacks, and with a data source the fields of its contacts. Needs a token with scope `read`.
         */
        post: operations["checkFlow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/flow/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Walk through a flow without a call
         * @description By the same rules as in a call. Nothing is kept: each request has all that happened so far, and the answer is the whole walk. Needs a token with scope `read`.
         */
        post: operations["previewFlow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dataSource/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List data sources, newest first
         * @description Needs a token with scope `read`.
         */
        get: operations["listDataSources"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dataSource/detail/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a data source
         * @description Needs a token with scope `read`.
         */
        get: operations["getDataSource"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dataSource/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a data source
         * @description Needs a token with scope `write`.
         */
        post: operations["addDataSource"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dataSource/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rename or describe a data source
         * @description Needs a token with scope `write`.
         */
        post: operations["updateDataSource"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dataSource/{id}/contacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the contacts of a data source, newest first
         * @description Needs a token with scope `read`.
         */
        get: operations["listContacts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dataSource/{id}/contact/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a contact
         * @description Needs a token with scope `write`.
         */
        post: operations["addContact"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dataSource/{id}/contact/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change a contact
         * @description Needs a token with scope `write`.
         */
        post: operations["updateContact"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dataSource/{id}/contact/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Withdraw a contact: it stays in the list, and is not called
         * @description From the next claim on, no task calls it. Where it waits, it is done; a live call goes on. `restore` undoes it. Needs a token with scope `write`.
         */
        post: operations["withdrawContact"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dataSource/{id}/contact/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo the withdrawal of a contact
         * @description Tasks that have not come to it call it again. A task that has skipped it because it was withdrawn calls it after a recall. Needs a token with scope `write`.
         */
        post: operations["restoreContact"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dataSource/{id}/contact/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete a contact
         * @description It is never dialed again, in any task. Needs a token with scope `write`.
         */
        post: operations["deleteContact"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dataSource/{id}/contact/batchExport": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the contacts of a data source
         * @description Every custom field is a column. The file can be imported again. Needs a token with scope `read`.
         */
        get: operations["exportContacts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/import/{id}/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start an uploaded import
         * @description The whole file is read first: one that cannot be read changes nothing. Then its rows are imported in batches; each row becomes a contact, or an entry of the do-not-call list, or is listed among the failures. Only the token that has uploaded the file and tokens of scope `admin` may start it. Needs a token with scope `write`.
         */
        post: operations["startImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/import/{id}/numbers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check the numbers of an uploaded file before it is imported
         * @description Says how many of them are valid with a country, and what is wrong with the others. Needs a token with scope `read`.
         */
        get: operations["checkImportNumbers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/import/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel an import that has not ended
         * @description Rows that are already imported stay. The file is removed. Only the token that has uploaded it and tokens of scope `admin` may cancel it. Needs a token with scope `write`.
         */
        post: operations["cancelImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/import/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List imports, newest first
         * @description Imports that ended more than 30 days ago are not kept. Needs a token with scope `read`.
         */
        get: operations["listImports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/import/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the progress of an import and its preview
         * @description Needs a token with scope `read`.
         */
        get: operations["getImport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/import/{id}/failures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the rows of an import that failed, as CSV
         * @description Columns: `row`, `column`, `value`, `code` and `reason`, in the order of the file. Needs a token with scope `read`.
         */
        get: operations["exportImportFailures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/import/{id}/failure/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the rows of an import that failed, in the order of the file
         * @description Needs a token with scope `read`.
         */
        get: operations["listImportFailures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/import/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow the progress of an import
         * @description A stream of server-sent events: `event: import` has an `ImportJob` as its `data`, at once and after each change. It ends with the import. Needs a token with scope `read`.
         */
        get: operations["followImport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dataSource/{id}/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the imports into a data source, newest first, and which of them can be undone
         * @description Imports that ended more than 30 days ago are not kept, and cannot be undone. Needs a token with scope `read`.
         */
        get: operations["listImportHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/import/{id}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete the contacts that an import added
         * @description Possible while no task has dialed any of them. They are deleted in the background: the import is `undoing`, then `undone`. Contacts that were changed since are deleted too. What the import changed in contacts that existed before it stays, and so does a contact that a task begins to dial before its turn comes. Needs a token with scope `write`.
         */
        post: operations["undoImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/task/{id}/calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the calls of a task, newest first
         * @description Calls that have ended, by the time they started. Needs a token with scope `read`.
         */
        get: operations["listTaskCalls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dataSource/{id}/contact/{contactId}/calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the calls to a contact in all tasks, newest first
         * @description Calls that have ended, by the time they started. They remain when the contact is deleted. Needs a token with scope `read`.
         */
        get: operations["listContactCalls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/call/inbound": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the calls of people who called one of our numbers, newest first
         * @description Calls that have ended, by the time they started. `callerId` is the number that was called. Needs a token with scope `read`.
         */
        get: operations["listInboundCalls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/call/inbound/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the calls of people who called one of our numbers, newest first
         * @description Needs a token with scope `read`.
         */
        get: operations["exportInboundCalls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/task/{id}/calls/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the calls of a task, newest first
         * @description Calls that have ended, with their causes and what came of them. Those of a data source are listed by task. Needs a token with scope `read`.
         */
        get: operations["exportTaskCalls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dataSource/{id}/calls/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the calls of the contacts of a data source, newest first
         * @description Calls that have ended, with their causes and what came of them. Those of a data source are listed by task. Needs a token with scope `read`.
         */
        get: operations["exportDataSourceCalls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/call/{id}/transcript": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show what was said in a call with a voice agent
         * @description As the agent has told it, in that order; empty if it has told nothing, or the contact was deleted. Also while the call is live. Needs a token with scope `read`.
         */
        get: operations["getTranscript"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/call/{id}/now": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a call as it is now, live or ended
         * @description What has been said and pressed so far. While it is asked for, everything that happens in a live call is in the next answer, at most a second later, on whichever node the call is: ask once a second to watch it. Needs a token with scope `read`.
         */
        get: operations["getCallNow"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/call/{id}/transfer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Transfer a live call
         * @description Its flow stops where it is; a voice agent goes on until the other party has taken the call. If nobody takes it within 30 seconds, the flow goes on: a question waits for keys again, otherwise the next step begins. The rules of permission hold as for the flow. The answer is sent when the node of the call was told; `transfer` of the result says how it went. Needs a token with scope `write`.
         */
        post: operations["transferCall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/call/{id}/hangup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Hang up a live call
         * @description Answers when the node of the call was told. The call ends as if the callee had hung up, and is recorded then; if it does not end within seconds, ask again. A voice platform that cannot hang up lets it go on. Needs a token with scope `write`.
         */
        post: operations["hangUpCall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/call/{id}/audio": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Listen in on a live call
         * @description Both sides of an answered call as they talk, as 8 kHz mu-law without a header, until it ends. The token needs `mayListen`, and the audit trail has who listened to which call. The callee hears `listenNotice` of the task, if it has one. Otherwise the call is not affected; a listener who is slow misses some of it. With Asterisk, on a node that reaches the switch of the call; otherwise 405. Needs a token with scope `write`.
         */
        get: operations["listenToCall"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/call": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the calls that were asked for, newest first
         * @description With `POST /api/call`: those that have not ended, and those that ended in the last 30 days. Needs a token with scope `read`.
         */
        get: operations["listCalls"];
        put?: never;
        /**
         * Call one number, now or later
         * @description Answers at once; `GET /api/call/{id}` and the event `call` tell what comes of it. What can never be called is refused: emergency numbers, destinations that are not allowed, numbers on a do-not-call list that is global or one of the task, and numbers whose budget or hours leave no room before `callUntil`; do-not-call lists and budgets do not apply to the `ownPhones` of the permission settings. Everything else is decided when the call is due: it waits for its hours, for a budget, for a line, for the calls per second and for another call to the number to end, until `callUntil`. Without a flow the call goes where the gateway sends it. Needs a token with scope `write`.
         */
        post: operations["callNumber"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/call/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read how a call goes that was asked for
         * @description Needs a token with scope `read`.
         */
        get: operations["getCall"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/call/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a call that was asked for
         * @description A call that waits or is `preparing` ends at once and never rings; it leaves no call record. A call that is live goes on unless `hangUp` is true, and has no further attempt. Cancelling again changes nothing. Needs a token with scope `write`.
         */
        post: operations["cancelCall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/recording/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a recording
         * @description What is known about it, without the sound. Needs a token with scope `read`.
         */
        get: operations["getRecording"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/call/{id}/recordings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the recordings of a call
         * @description In the order in which they began; empty if there are none. Needs a token with scope `read`.
         */
        get: operations["listCallRecordings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/recording/{id}/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Listen to a recording
         * @description A WAV file. A `Range` header gives a part of it, as players ask for. It needs a token of scope `write`: one of scope `read` sees that there is a recording, but does not hear it. Needs a token with scope `write`.
         */
        get: operations["listenToRecording"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/recording/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete a recording, or all of a number
         * @description They can no longer be listened to when this is answered. The files are removed within seconds, also on the gateway; a file on the disk of a node that is down is removed when that node is up again. Needs a token with scope `write`.
         */
        post: operations["deleteRecordings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/number/{phoneNumber}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every call to a number and every decision about it, newest first
         * @description Over all tasks and data sources, whether the contacts still exist or not: calls, denials, and do-not-call entries that were added, replaced, removed or expired. Needs a token with scope `read`.
         */
        get: operations["getNumberHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/number/{phoneNumber}/history/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export every call to a number and every decision about it, newest first
         * @description Needs a token with scope `read`.
         */
        get: operations["exportNumberHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/doNotCall/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List do-not-call lists, newest first
         * @description Needs a token with scope `read`.
         */
        get: operations["listDoNotCallLists"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/doNotCall/detail/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a do-not-call list
         * @description Needs a token with scope `read`.
         */
        get: operations["getDoNotCallList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/doNotCall/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a do-not-call list
         * @description Needs a token with scope `write`.
         */
        post: operations["addDoNotCallList"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/doNotCall/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change a do-not-call list
         * @description Takes effect from the next claim on. Needs a token with scope `write`.
         */
        post: operations["updateDoNotCallList"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/doNotCall/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete a do-not-call list
         * @description Only a list without entries that no task in the state DRAFT, RUNNING, PAUSED or FAILED names. Needs a token with scope `write`.
         */
        post: operations["deleteDoNotCallList"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/doNotCall/{id}/entries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the entries of a do-not-call list, newest first
         * @description Needs a token with scope `read`.
         */
        get: operations["listDoNotCallEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/doNotCall/{id}/entry/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add numbers to a do-not-call list
         * @description By number, or by a call that is live or has ended. They are not called from the next claim on; a live call goes on. The entry of a number that is already on the list is replaced. Needs a token with scope `write`.
         */
        post: operations["addDoNotCallEntries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/doNotCall/{id}/entry/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove numbers from a do-not-call list
         * @description Contacts that are already done because of the list stay done. Needs a token with scope `write`.
         */
        post: operations["removeDoNotCallEntries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/doNotCall/{id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the entries of a do-not-call list
         * @description Oldest first, including those that have expired. The file can be imported again; entries that have expired by then fail. Needs a token with scope `read`.
         */
        get: operations["exportDoNotCallEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/permission/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read which numbers may be called, and how often
         * @description Needs a token with scope `read`.
         */
        get: operations["getPermissionSettings"];
        put?: never;
        /**
         * Change which numbers may be called, and how often
         * @description Only the given fields are changed; null removes a limit. For all tasks and nodes, from the next claim on. Needs a token with scope `admin`.
         */
        post: operations["changePermissionSettings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/calendar/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List calendars, newest first
         * @description Needs a token with scope `read`.
         */
        get: operations["listCalendars"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/calendar/detail/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a calendar with its days
         * @description Needs a token with scope `read`.
         */
        get: operations["getCalendar"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/calendar/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a calendar of days on which nobody is called
         * @description Needs a token with scope `write`.
         */
        post: operations["addCalendar"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/calendar/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change a calendar
         * @description Only the given fields are changed; `days` replaces all days. It applies from the next claim on. Needs a token with scope `write`.
         */
        post: operations["updateCalendar"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/calendar/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete a calendar that no task needs
         * @description Refused with 409 while a DRAFT, RUNNING, PAUSED or FAILED task names it. Needs a token with scope `write`.
         */
        post: operations["deleteCalendar"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/task/{id}/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a task is doing now, and why it does no more
         * @description Needs a token with scope `read`.
         */
        get: operations["explainTask"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/task/{id}/denials": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How often contacts of a task could not be called, by reason
         * @description Needs a token with scope `read`.
         */
        get: operations["getTaskDenials"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/task/{id}/contact/{contactId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A contact in a task: its calls, and why it is not being called now
         * @description Needs a token with scope `read`.
         */
        get: operations["explainContact"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How many calls ended over time, in all tasks together
         * @description Calls by the time they ended. Buckets begin at full minutes, hours or days of the wall clock: the first at `from` or before, and the last ends at `to` or after. Calls that ended more than a day ago are counted at the start of their quarter of an hour, and the step that is chosen is no shorter. Needs a token with scope `read`.
         */
        get: operations["getHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/history/lines": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How many lines were in use over time
         * @description The most of each bucket. The nodes look once a second; lines that were in use for less may be missed. Needs a token with scope `read`.
         */
        get: operations["getLineHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/task/{id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How many calls of a task ended over time
         * @description Calls by the time they ended. Buckets begin at full minutes, hours or days of the wall clock: the first at `from` or before, and the last ends at `to` or after. Calls that ended more than a day ago are counted at the start of their quarter of an hour, and the step that is chosen is no shorter. Needs a token with scope `read`.
         */
        get: operations["getTaskHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/task/{id}/flow/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Which ways the calls of a task took through its flow, and where live calls are
         * @description Ended calls are counted some seconds after their end. Sums are kept by the quarter of an hour in which calls ended, so the period is widened to full ones. To follow a running task, ask again every few seconds. Needs a token with scope `read`.
         */
        get: operations["getFlowReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What came of the calls of some tasks, or of all, in a period
         * @description Calls by the time they ended. Sums are kept by the quarter of an hour, so the period is widened to full ones; the answer has both bounds. Needs a token with scope `read`.
         */
        get: operations["getReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/report/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export a report
         * @description A row for each figure; `section` says what it is about. Needs a token with scope `read`.
         */
        get: operations["exportReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/trend/answered": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Answered calls in the last day, week or month, and in the one before
         * @description Calls that somebody answered, successful or not; without those that a machine took. Needs a token with scope `read`.
         */
        get: operations["getAnsweredTrend"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/trend/imported": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Contacts that imports added in the last day or week, and in the one before
         * @description Without those that an undo deleted again. Needs a token with scope `read`.
         */
        get: operations["getImportedTrend"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/trend/doNotCall": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Numbers added to do-not-call lists in the last day, week or month, and in the one before
         * @description Needs a token with scope `read`.
         */
        get: operations["getDoNotCallTrend"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/trend/number/{phoneNumber}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Attempts to call a number in the last day, week or month, and in the one before
         * @description By all tasks, with a live call. Needs a token with scope `read`.
         */
        get: operations["getNumberTrend"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/task/{id}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who would be called by a task, who would not and why, and when
         * @description As if it were published now. Every contact is decided about as a claim would at the time of the first call. Takes up to 5 seconds for a long list. Needs a token with scope `read`.
         */
        get: operations["previewTask"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/audit/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List who changed settings, tokens, trunks, lists, calendars and audio, newest first
         * @description Changes of tasks are in `GET /api/task/{id}/audit`, those of numbers in the history of the number. Needs a token with scope `admin`.
         */
        get: operations["listChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/system": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The service as a whole: who dials, how busy it is, what needs attention
         * @description Needs a token with scope `read`.
         */
        get: operations["getSystem"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/system/country": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the country of the service
         * @description Needs a token with scope `read`.
         */
        get: operations["getCountryOfService"];
        put?: never;
        /**
         * Change the country of the service
         * @description For all nodes. What is set here takes precedence over DEFAULT_COUNTRY. All stored numbers that name no country are compared again in one transaction, except those of data sources with a country of their own; refused while such numbers are called. Needs a token with scope `admin`.
         */
        post: operations["changeCountryOfService"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/console/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the settings of the console
         * @description Needs a token with scope `read`.
         */
        get: operations["getConsoleSettings"];
        put?: never;
        /**
         * Change the settings of the console, for everyone
         * @description Only the given fields are changed. Needs a token with scope `write`.
         */
        post: operations["changeConsoleSettings"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every task that is not over, today against yesterday, and the lines in use
         * @description Needs a token with scope `read`.
         */
        get: operations["getOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow what happens to tasks and calls
         * @description An endless stream of server-sent events from all nodes. The `data` of `event: task` is a `TaskChanged`; that of
         *     `event: progress` a `TaskProgress`, about once a second for each task whose calls end; that of `event: call` a `Call` that has
         *     ended, and that of `event: contact.done` a `DoneContact`, if `types` includes them. The stream begins now, or after the id in the header `Last-Event-ID`, which browsers send when
         *     they reconnect: no event is lost or sent twice. In a stream with `progress` an id follows each group of events; otherwise every
         *     event has one. There is a comment at least every 15 seconds. A client that reads nothing for half a minute is disconnected, and
         *     so is one whose token is revoked or expires. Needs a token with scope `read`.
         */
        get: operations["followEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/audio/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List uploaded audios, newest first
         * @description Needs a token with scope `read`.
         */
        get: operations["listAudios"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/audio/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show an uploaded audio
         * @description What is known about it, without the sound. Needs a token with scope `read`.
         */
        get: operations["getAudio"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/audio/{id}/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Listen to an uploaded audio
         * @description As a telephone plays it: a WAV file of 8 kHz, 16 bit, mono. Needs a token with scope `read`.
         */
        get: operations["listenToAudio"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/audio/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete an audio that no task needs
         * @description Refused with 409 while a DRAFT, RUNNING, PAUSED or FAILED task has a flow that plays it. Needs a token with scope `write`.
         */
        post: operations["deleteAudio"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/audio/record": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record an audio by phone
         * @description Calls the number. What is said after the tone, until # or four seconds of silence, five minutes at most, becomes an audio of this name; silence before and after it is cut off. The rules are those of test calls, which are also counted with them: there are at most ten at once. Needs a token with scope `write`.
         */
        post: operations["recordAudio"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/audio/record/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show how the recording of an audio by phone goes
         * @description 404 after the audio has been deleted. Needs a token with scope `read`.
         */
        get: operations["getAudioRecording"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/speech": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show what makes speech of text, and whether it works
         * @description Needs a token with scope `read`.
         */
        get: operations["getSpeech"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/speech/say": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Hear a sentence as a call says it
         * @description A WAV file. A sentence that no call has said is made for this once and not kept. If the speech provider fails, the answer is 409 with its reason. A token may hear 60 sentences a minute. Needs a token with scope `write`.
         */
        post: operations["saySentence"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dialer/limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the limits of the dialer
         * @description Needs a token with scope `read`.
         */
        get: operations["getDialerLimits"];
        put?: never;
        /**
         * Change the limits of the dialer
         * @description For all nodes together, from the next call on. Live calls go on. Needs a token with scope `admin`.
         */
        post: operations["changeDialerLimits"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/task/{id}/testCall": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Call one number with the flow of a task
         * @description In any state of the task, also while it is a draft. The call does not count for any task and is in no list of calls; what came of it is read with its id and is in the history of the number. It needs a line and counts for the calls per second: it waits up to 30 seconds for them, before the calls of tasks. The daily hours do not apply. Emergency numbers, destinations that are not allowed, numbers on a do-not-call list that is global or one of the task, and numbers whose budget is used up are refused; lists and budgets do not apply to the `ownPhones` of the permission settings. No rule applies to an `ownPhone`, which is called on the Asterisk of Carillon without any trunk, as soon as it is registered there. A number has one live call at a time, also over all tasks, and takes at most three test calls in ten minutes (429). Needs a token with scope `write`.
         */
        post: operations["testCall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/testCall/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read how a test call goes
         * @description Needs a token with scope `read`.
         */
        get: operations["getTestCall"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/token/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List access tokens
         * @description Needs a token with scope `admin`.
         */
        get: operations["listTokens"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/token/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an access token
         * @description Needs a token with scope `admin`.
         */
        post: operations["createToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/token/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke an access token
         * @description Takes effect at once. Revoking a revoked token changes nothing. The last valid token with scope admin cannot be revoked, unless `ACCESS_TOKEN` is set. Needs a token with scope `admin`.
         */
        post: operations["revokeToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/trunk/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List trunks by their priority, then the oldest first
         * @description Needs a token with scope `read`.
         */
        get: operations["listTrunks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/trunk/presets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Trunks to begin with: the forms that carriers usually want
         * @description Needs a token with scope `read`.
         */
        get: operations["listTrunkPresets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/trunk/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a trunk
         * @description Needs a token with scope `read`.
         */
        get: operations["getTrunk"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/trunk/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What somebody should know about prefix rules before they are saved
         * @description The same warnings that saving a trunk with these rules gives. Nothing is changed. Needs a token with scope `read`.
         */
        post: operations["checkTrunk"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/trunk/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a trunk, a way out to the phone network
         * @description There are at most 50; one more is refused with 409. Needs a token with scope `admin`.
         */
        post: operations["addTrunk"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/trunk/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change a trunk
         * @description Only the given fields are changed. Needs a token with scope `admin`.
         */
        post: operations["updateTrunk"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/trunk/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete a trunk
         * @description Needs a token with scope `admin`.
         */
        post: operations["deleteTrunk"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/trunk/states": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read whether the trunks are registered or reachable, what came of their calls, and which caller IDs rest
         * @description The state is as the Asterisk of each node sees it. Needs a token with scope `read`.
         */
        get: operations["listTrunkStates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/trunk/{id}/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what came of the calls of a trunk in the last 24 hours
         * @description It may be half a minute old. Needs a token with scope `read`.
         */
        get: operations["getTrunkHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/trunk/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Call one phone through a trunk, and follow each step
         * @description Looks up the address, waits for the registration, calls the number through this trunk alone, plays a tone when it is answered, counts the packets of sound in both directions, and hangs up. Emergency numbers, destinations that are not allowed, numbers on a global do-not-call list and numbers whose budget is used up are refused as for test calls, and so is a number that has a call. The call is on record like a test call. Any node answers; one that has the trunk runs the test. Needs a token with scope `write`.
         */
        post: operations["testTrunk"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/trunkTest/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read how the test of a trunk goes
         * @description Needs a token with scope `read`.
         */
        get: operations["getTrunkTest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ownPhone/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your SIP apps, the oldest first
         * @description Needs a token with scope `read`.
         */
        get: operations["listOwnPhones"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ownPhone/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a SIP app that test calls can ring
         * @description It registers with the Asterisk that Carillon runs, which starts with the first own phone; 405 says why if it cannot run. No trunk is needed, and the app can call nobody. There are at most 50; one more is refused with 409. Needs a token with scope `admin`.
         */
        post: operations["addOwnPhone"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ownPhone/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete a SIP app
         * @description Needs a token with scope `admin`.
         */
        post: operations["deleteOwnPhone"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ownPhone/browser": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make this browser a phone for an hour
         * @description Answers when the Asterisk of this node is ready for the phone, which takes a few seconds if it has to start first; 405 says why if it cannot run. The phone ends with its token, if that is revoked or expires before. Needs a token with scope `write`.
         */
        post: operations["addBrowserPhone"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhook/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks, the oldest first
         * @description Needs a token with scope `admin`.
         */
        get: operations["listWebhooks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhook/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a webhook
         * @description It gets the events from now on, at least once each, in the form of Standard Webhooks; `webhooks` of this document has them. Those of a task arrive in order. There are at most 50; one more is refused with 409. Needs a token with scope `admin`.
         */
        post: operations["addWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhook/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change a webhook, or switch it on or off
         * @description Fields that are left out stay as they are. Events that were already read are sent as they are. Needs a token with scope `admin`.
         */
        post: operations["updateWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhook/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete a webhook, with its log
         * @description Needs a token with scope `admin`.
         */
        post: operations["deleteWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhook/rotateSecret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get another secret for a webhook
         * @description For a day everything is signed with both, so that no event is lost while the receiver changes. Needs a token with scope `admin`.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhook/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event
         * @description Also if the webhook is off. It answers when the receiver has, or after 15 seconds. Needs a token with scope `admin`.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhook/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what was sent to a webhook in the last 30 days, and what waits, newest first
         * @description Needs a token with scope `admin`.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhook/sendAgain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send again what has failed: one delivery, or all
         * @description With all attempts ahead. They arrive later than what came after them. Needs a token with scope `admin`.
         */
        post: operations["sendWebhookAgain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/webhook/sendNow": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send what waits now: one delivery, all of a webhook, or all
         * @description Without waiting for the time of the next attempt, as after a receiver was repaired. The attempts that are left stay the same; deliveries of a task stay in order. Needs a token with scope `admin`.
         */
        post: operations["sendWebhookNow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the process is alive */
        get: operations["isAlive"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the service can serve requests: the database works and the service is not stopping */
        get: operations["isReady"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dataSource/{id}/contact/batchImport": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import contacts from a CSV or Excel file
         * @description One part `file`, whose first row holds the field names; `phoneNumber` is required. At most 10,000 rows and 20 MiB. All good rows are imported, the others are listed; a file that cannot be read changes nothing. Needs a token with scope `write`.
         */
        post: operations["importContacts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dataSource/{id}/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload a file of contacts to import in the background
         * @description One part `file`, up to 1,000,000 rows and 200 MiB, whose first row holds titles unless `headerRow` says otherwise. The answer is a job and a preview of the file; nothing is imported before the job is started. A file whose import is not started within a day is removed. Needs a token with scope `write`.
         */
        post: operations["uploadImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/doNotCall/{id}/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload a file of numbers to import into a do-not-call list in the background
         * @description One part `file`, up to 1,000,000 rows and 200 MiB, whose first row holds titles unless `headerRow` says otherwise. The answer is a job and a preview of the file; nothing is imported before the job is started. A file whose import is not started within a day is removed. Besides `phoneNumber`, a column can be `note` or `expireTime`: a date, which includes that day, or a time. Needs a token with scope `write`.
         */
        post: operations["uploadDoNotCallImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/calendar/{id}/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import the days of an iCalendar file
         * @description One part `file`, up to 4 MiB. Events that repeat are read from 5 years ago to 10 years ahead; cancelled ones are left out. A file that cannot be read changes nothing. Needs a token with scope `write`.
         */
        post: operations["importCalendar"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/gateway/http/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report the progress of a call
         * @description For the voice platform behind the HTTP gateway; see docs/gateways.md. Reports may come in any order and more than once.
         */
        post: operations["reportToHttpGateway"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/agent/{callId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say what came of a call, as its voice agent
         * @description While the call is live; `transcript`, `summary` and `cost` also for an hour after it. What is said later corrects what was said before. Answers when it has been taken; see docs/voice-agents.md.
         */
        post: operations["tellAboutCall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/audio": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload an audio for call flows to play
         * @description One part `file`, mono or stereo, up to 192 kHz, 64 MiB and 10 minutes. It is converted once, to what telephones play: 8 kHz, mono. A file that cannot be read is refused with the reason. Needs a token with scope `write`.
         */
        post: operations["uploadAudio"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "call.ended": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A call of a task or one that was asked for has ended, or somebody has called in */
        post: operations["onCallEnded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "contact.done": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A contact is done: a call was successful, no attempt is left, it may never be called, or the goal of the task is met */
        post: operations["onContactDone"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "task.status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A task was published, paused, resumed, recalled, stopped, closed, completed or failed */
        post: operations["onTaskStatus"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "task.attention": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A task does not continue until a person acts, or has called nobody */
        post: operations["onTaskAttention"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "import.finished": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An import is completed, has failed or was canceled */
        post: operations["onImportFinished"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "doNotCall.added": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A number was put on a do-not-call list: in a call, by a person or by the API; or the numbers of a file were, which is one event */
        post: operations["onDoNotCallAdded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "recording.ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A recording can be listened to */
        post: operations["onRecordingReady"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sent by the button of the console, or POST /api/webhook/test */
        post: operations["onWebhookTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description One thing that is wrong, for programs. */
        ErrorDetail: {
            /**
             * @description The field or query parameter that it is about; null if it is about none.
             * @example taskName
             */
            field: string | null;
            /**
             * @description Of a file: the row, as a spreadsheet numbers it.
             * @example 7
             */
            row?: number;
            /**
             * @description What is wrong; parameters are in brackets. `required` the field is missing; `field_unknown` the operation does not have these query parameters or fields; `allowed` are those that it has (`names`, `allowed`); `wrong_type` the value has the wrong JSON type (`types`); `no_flow_version` the task has had no call flow yet, so none can be brought back; `not_one_of` the value is not one of those allowed (`allowed`); `out_of_range` the number is too small or too large (`min`, `max`); `invalid` the value breaks a rule of the field (`reason`: `no_visible_character` the text has no visible character, `unstorable_text` the text contains a character that cannot be stored, such as NUL, `lone_surrogate` the text contains half of a surrogate pair, `too_many_digits` the number has too many digits: send it as a string, `not_a_time_of_day` the value is not a time of day as HH:MM, `not_a_time` the value is not a time as YYYY-MM-DD HH:MM:SS, or outside the years allowed, `not_a_date` the value is not a date as YYYY-MM-DD, or outside the years allowed, `not_a_host` the value is neither a host name nor an IP address, or has a scheme or a port, `not_a_sip_user` the value has characters that an account or a From cannot have, `not_a_sip_password` the value has spaces or other characters that are not visible ASCII, `not_a_web_address` the value is not an address with http:// or https://, `not_event_types` the value is not a list of event types, `not_multiple` the number is not a multiple of `of` (`of`), `step_too_small` the step makes too many steps in this time (`min`), `not_a_name` the value is not a letter followed by up to 39 letters, digits, underscores or hyphens, `not_a_key` the value is not made of the keys 0-9, * and #, `not_a_language` the value is not a language tag such as en-US, `not_a_target` the value is not a place that a call can be transferred to, `not_a_socket_url` the value is not an address with ws:// or wss://, `not_a_callback_time` the value is not a time for another call, `prefix_invalid` the value is not how a phone number begins, `time_passed` the time has passed, `name_reserved` the name is used by the service itself, `invalid` the value breaks another rule of the field); `wrong_length` the text has too few or too many characters (`min`, `max`); `wrong_count` the list has too few or too many items (`min`, `max`); `conflicting_fields` the field does not go with the value of another one (`reason`: `excluded` the field cannot be given beside the field `other` (`other`), `never_used` the field has no effect with this value of the field `other` (`other`), `not_later` the time is not later than that of the field `other` (`other`), `not_earlier` the time is not earlier than that of the field `other` (`other`), `same_time` the daily window starts and ends at the same time, `flow_required` the rule needs a flow that gives the result); `end_passed` the scheduled end of the task has passed; `simulated_before` its calls were simulated, and calls are real now: say where they go; `no_real_line` all calls are simulated: no trunk is enabled; `no_simulator` the gateway of the environment has no simulator beside it; `unknown_cursor` the id to read on from is not known (`reason`: `unknown_row` the id is not that of a row of this list, `unknown_event` the id is not that of an event); `not_in_task` ids that are not contacts of this task: the first of them, and how many more there are (`ids`, `more`); `flow_invalid` the flow cannot run like this (`reason`: `step_unknown` no step of the flow has this id (`id`), `step_twice` an earlier step of the flow has this id (`id`), `step_unreachable` nothing leads to this step, `endless_loop` these steps lead back to the first of them, and none of them waits for the callee (`steps`), `silent_loop` a callee who does nothing comes back to this step again and again, `field_missing` no contact of the data source has this field, and the text has no fallback for it (`name`), `place_malformed` the text has braces that are not a placeholder such as {{name}}, `result_unknown` no step of the flow gives this result (`name`), `condition_invalid` the condition cannot be read (`problem`), `value_impossible` the result that the condition asks for never has this value (`name`, `value`)); `address_refused` nothing is sent to this address (`reason`); `transfer_denied` calls cannot be transferred to this place: `place` is the SIP host or the context, if it is one (`reason`, `place`); `gateway_lacks` the gateway cannot do this: `ability` is play, keys, detect, record, transfer or stream (`gateway`, `ability`); `phone_invalid` the value is not a valid phone number (`reason`: `phone_invalid` the value has too few or too many digits, or other characters, `phone_decimal` the phone number ends in a decimal such as .0, `phone_shortened` a spreadsheet has shortened the phone number to a form such as 1.38E+10); `duplicate` a contact of the data source has this number (`number`, `contactId`); `field_name_invalid` a custom field cannot have this name (`reason`: `field_reserved` the service sets this field itself, `field_name_length` the name of a custom field has too few or too many characters (`name`, `min`, `max`), `field_name_space` the name of a custom field begins or ends with white space, or contains NUL (`name`), `field_name_invisible` the name of a custom field has no visible character (`name`)); `limit_exceeded` there would be too many of something, or too large (`reason`: `too_many_fields` the contact has too many custom fields (`max`), `fields_too_large` the custom fields of the contact are too large together (`maxBytes`), `too_many_field_names` the contacts of the data source have too many different custom fields (`max`), `too_many_days` the calendar would have too many days (`max`), `too_many_trunks` there are as many trunks as there may be (`max`), `too_many_own_phones` there are as many own phones as there may be (`max`), `too_many_webhooks` there are as many webhooks as there may be (`max`)); `upload_invalid` the upload is not one file in a part named file (`reason`: `file_required` the upload has no part named file, `file_part_wrong` the file is in a part with another name (`part`), `upload_too_many_parts` the upload has more than one file, or too many other parts); `request_incomplete` the request did not arrive as a whole: send it again (`reason`: `upload_broken` the upload is malformed or was cut off, `content_length_wrong` the body is not as long as Content-Length says, `request_too_slow` the request took too long to arrive); `file_too_large` the file is too large (`reason`: `too_many_bytes` the file has too many bytes (`maxBytes`), `workbook_too_many_parts` the workbook has too many parts, `workbook_too_big` the workbook is too large once unpacked, `workbook_too_much_text` the workbook holds too much text, `too_many_rows` the file has too many rows (`max`), `too_many_columns` the row has too many columns (`max`), `cell_too_long` the cell in this column has too many characters (`column`, `max`), `row_too_long` the row has too many characters (`max`), `table_too_long` the file has too many characters (`max`), `audio_too_long` the audio is too long (`minutes`), `file_too_slow` the file takes too long to read (`seconds`), `file_too_much_memory` the file takes too much memory to read (`megabytes`), `calendar_too_slow` the events of the calendar repeat so often that it takes too long to read (`seconds`)); `file_layout_wrong` the rows or columns of the file are not where they should be (`reason`: `header_row_missing` the file has no such row (`row`), `sheet_unknown` the workbook has no sheet of this name (`sheet`, `sheets`), `title_twice` two columns have this title (`title`), `title_phone_missing` no column has the title phoneNumber (`titles`)); `file_unreadable` the file is of the right kind, but cannot be read (`reason`: `file_empty` the file has no row, `workbook_damaged` the workbook is damaged or incomplete, `quote_left_open` a quote that opens in this line is not closed where its cell ends (`line`), `text_after_quote` a cell of the row has text after its closing quote, `event_unreadable` an event of the calendar cannot be read (`name`, `problem`), `no_events` the calendar has no event in the years that are read, `audio_unreadable` the audio cannot be read (`problem`)); `file_unsupported` the file is of a kind that is not read (`reason`: `file_unknown_kind` the file is neither CSV nor an Excel workbook, `file_other_kind` the file is of another kind (`kind`), `file_old_excel` the file is an Excel file before 2007 (.xls), `file_encrypted` the workbook has a password, `workbook_missing` the ZIP archive has no workbook in it, `file_not_icalendar` the file is not an iCalendar file (`problem`), `audio_unknown_kind` the audio is neither WAV, MP3 nor OGG); `encoding_unknown` the encoding of the file is not recognised: `encodings` has the choices (`encodings`); `encoding_wrong` the file is not in the encoding named (`encoding`); `not_found` nothing has this id: `what` is task, data source, contact, call, calendar, do-not-call list, audio, sound, token, attempt, import, recording, test call, trunk, trunk test, own phone, webhook, failed delivery or waiting delivery (`what`, `id`); `name_taken` something of this kind has this name (`name`); `not_allowed` the operation is not allowed in the current state (`operation`, `status`, `allowed`); `in_use` it is still needed (`reason`: `used_by_tasks` tasks that can still dial name it: the first of them, and how many more there are (`tasks`, `more`), `used_by_trunks` people who call back hear it, or are put on it, by these trunks: the first of them, and how many more there are (`trunks`, `more`), `not_empty` it still has entries (`count`), `last_admin_token` it is the last valid token with scope admin, `import_dialed` a task has dialed contacts of the import, or is dialing them (`task`)); `recording_unavailable` the recording cannot be played here (`reason`: `recording_not_kept` the recording has no file: `status` is pending, missing or erased (`status`), `recording_elsewhere` the file of the recording is in a store that this node cannot read (`store`)); `range_outside` no byte of the file is in the range asked for (`size`); `not_applicable` the operation cannot be done with this one (`reason`: `no_flow` the task has no flow, `call_ended` the call has ended, so it cannot be canceled, `listening_missing` the gateway of this node does not support listening in, `call_elsewhere` the call is on the switch of another node, which this node cannot reach (`node`), `call_out_of_hand` the call has not been answered yet, has already been transferred, or its flow runs on a voice platform, `trunk_off` the trunk is off, so it cannot be tested, `trunk_of_environment` the trunk is the gateway that the environment names: this is changed there, `own_phones_elsewhere` this node runs no Asterisk of its own, so it has no own phones, `webhook_off` the webhook is off, so nothing is sent: switch it on, `webhook_without_secret` the webhook has no secret since a restore: rotate it, `asterisk_missing` the Asterisk that Carillon runs does not run (`why`), `nothing_remains` every contact of the task is finished, so there is nothing to continue, `import_added_nothing` the import added no contacts, `import_not_of_contacts` the import is into a do-not-call list, `list_fixed` the task continues another one, so its list is fixed); `number_denied` the number cannot be called: `reason` is one of those of a denial, or `outside_window` (`reason`); `busy` something is still going on: try again when it has ended (`reason`: `calls_live` calls of the task, of the data source, or of numbers that the change concerns are still live (`calls`), `number_in_call` the number has a call already, `request_in_progress` the same request, with the same Idempotency-Key, is still being carried out (`seconds`), `recall_running` an earlier recall of the task is still being carried out, `too_many_test_calls` too many test calls at once (`max`), `too_many_calls` as many calls that were asked for wait as there may be (`max`)); `unavailable` the service or its database cannot do its work: the same request succeeds later (`reason`: `database_unreachable` the database cannot be reached, `database_busy` all connections to the database are in use, `database_disk_full` the disk of the database is full, `database_out_of_memory` the database is out of memory, `database_connections_used` the database accepts no more connections, `database_limit_reached` the database has reached a limit of its configuration, `database_lacks_resources` the database lacks resources, `database_read_only` the database is read-only, `database_failed` the database fails in another way, `database_disk_failed` the database cannot read or write its disk, `database_login_refused` the database refuses the login of the service, `database_starting` the database is starting or recovering, `statement_too_slow` the database took too long, `lock_too_slow` another change to the same data takes too long, `change_lost_race` another change to the same data came first, `change_too_slow` the change took too long and was undone, `phone_not_connected` Asterisk did not take the WebSocket of the phone, `disk_full` the disk of the service is full, `stopping` the service is stopping, `call_not_reached` the node that has the call could not be reached in time); `speech_failed` the sentence cannot be said (`reason`); `forbidden` the token may not do this (`reason`: `scope_missing` the operation needs a token with another scope (`needed`, `scope`), `may_not_listen` the token may not listen in on calls, `import_of_another` the import was uploaded with another token (`actor`), `other_site` a page of another site has sent the request (`origin`, `host`), `calls_above_limit` the operation asks for more calls than the token may ask for in 24 hours (`max`, `calls`), `live_list_limited` the token has a limit of calls, and the list of the task grows while it runs); `header_invalid` a header is missing or malformed (`reason`: `header_missing` a header is missing (`header`), `header_malformed` a header is malformed (`header`)); `key_reused` the Idempotency-Key was used for another request; `answer_not_kept` the request was carried out before with this Idempotency-Key, and its answer was too long to keep; `state_unknown` the request with this Idempotency-Key was interrupted: it may have been carried out or not, and is not carried out again; `token_invalid` the access token is unknown, expired or revoked; `signature_invalid` the signature is not valid (`reason`: `signature_stale` the time of the signature is too far off (`maxSeconds`), `signature_wrong` the signature does not fit the request); `signature_used` a request with the same signature was received before; `too_many_requests` too much at once: try again in `seconds` (`reason`: `rate_limited` too many requests with this token (`seconds`), `too_many_invalid_tokens` too many requests with invalid tokens from this address (`seconds`), `too_many_at_once` too many of this kind at once: `work` is exports, uploads, eventStreams, largeReads, imports, assistants or connections, `of` is token or node (`work`, `of`, `running`, `seconds`), `number_tested_often` the number had as many test calls in the last minutes as one number may have (`max`, `minutes`, `seconds`), `calls_used_up` the token may ask for `max` calls in 24 hours and has asked for `used`: `calls` more would be too many (`max`, `used`, `calls`, `seconds`)); `path_unknown` there is nothing at this path (`path`); `method_not_served` the path is not served by this method (`method`, `allowed`); `request_malformed` the request is malformed (`reason`: `body_not_json` the body is not valid JSON (`problem`), `body_not_utf8` the body is not valid UTF-8, `url_malformed` the path is not a valid URL, `request_malformed` the request is malformed); `request_too_large` the request is too large (`reason`: `body_too_large` the body has too many bytes (`maxBytes`), `headers_too_large` the headers are too large); `media_type_unsupported` the body has another content type (`expected`); `internal_error` an error of the service itself.
             * @enum {string}
             */
            code: "required" | "field_unknown" | "wrong_type" | "no_flow_version" | "not_one_of" | "out_of_range" | "invalid" | "wrong_length" | "wrong_count" | "conflicting_fields" | "end_passed" | "simulated_before" | "no_real_line" | "no_simulator" | "unknown_cursor" | "not_in_task" | "flow_invalid" | "address_refused" | "transfer_denied" | "gateway_lacks" | "phone_invalid" | "duplicate" | "field_name_invalid" | "limit_exceeded" | "upload_invalid" | "request_incomplete" | "file_too_large" | "file_layout_wrong" | "file_unreadable" | "file_unsupported" | "encoding_unknown" | "encoding_wrong" | "not_found" | "name_taken" | "not_allowed" | "in_use" | "recording_unavailable" | "range_outside" | "not_applicable" | "number_denied" | "busy" | "unavailable" | "speech_failed" | "forbidden" | "header_invalid" | "key_reused" | "answer_not_kept" | "state_unknown" | "token_invalid" | "signature_invalid" | "signature_used" | "too_many_requests" | "path_unknown" | "method_not_served" | "request_malformed" | "request_too_large" | "media_type_unsupported" | "internal_error";
            /** @description The facts of the code, by name. */
            params: {
                [key: string]: string | number | string[];
            };
        };
        /** @description The answer to a request that failed. */
        Error: {
            /**
             * @description The HTTP status code.
             * @example 404
             */
            code: number;
            /** @description A sentence that says what is wrong and names the field or the id. */
            message: string;
            data: null;
            /** @description The same for programs: a code with parameters for each thing that is wrong. */
            errors: components["schemas"]["ErrorDetail"][];
        };
        /** @description What came of the answered calls of a task. Of each contact the last answered call counts. */
        TaskResults: {
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            taskId: string;
            /**
             * @description When they were counted.
             * @example 2026-03-02 09:30:00
             */
            countedTime: string;
            /**
             * @description Contacts with a result.
             * @example 100
             */
            contacts: number;
            /** @description Who answered. */
            verdicts: {
                value: string;
                /**
                 * @description Contacts whose last answered call had it.
                 * @example 42
                 */
                contacts: number;
            }[];
            /** @description What was keyed in, by gather step, in the order of the flow. */
            digits: {
                /** @example confirm */
                name: string;
                /** @description The 20 most frequent; an empty text if nothing valid was keyed in. */
                values: {
                    value: string;
                    /**
                     * @description Contacts whose last answered call had it.
                     * @example 42
                     */
                    contacts: number;
                }[];
                /**
                 * @description How many different values there are.
                 * @example 3
                 */
                distinctValues: number;
            }[];
            /** @description Values of result fields. */
            fields: {
                /** @example confirm */
                name: string;
                /** @description The 20 most frequent; an empty text if nothing valid was keyed in. */
                values: {
                    value: string;
                    /**
                     * @description Contacts whose last answered call had it.
                     * @example 42
                     */
                    contacts: number;
                }[];
                /**
                 * @description How many different values there are.
                 * @example 3
                 */
                distinctValues: number;
            }[];
            /** @description How transfers went. */
            transfers: {
                value: string;
                /**
                 * @description Contacts whose last answered call had it.
                 * @example 42
                 */
                contacts: number;
            }[];
            /** @description How voice agents ended. */
            agents: {
                value: string;
                /**
                 * @description Contacts whose last answered call had it.
                 * @example 42
                 */
                contacts: number;
            }[];
            /** @description Contacts that asked for no more calls. */
            optOuts: number;
            /** @description Contacts that asked for another call. */
            callbacks: number;
            /** @description Contacts with a recording. */
            recorded: number;
        };
        AuditEntry: {
            /** @example 1042 */
            id: string;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            time: string;
            /** @description The name of the token, or "dialer". */
            actor: string;
            /** @example stop */
            operation: string;
            /**
             * @description 0 DRAFT, 1 RUNNING, 2 PAUSED, 3 STOPPED, 4 COMPLETED, 5 FAILED, 6 CLOSED.
             * @example 1
             */
            status: number;
            reason: string | null;
            /** @description Of a reschedule: the settings that it changed. */
            changes: {
                /** @example callInterval */
                field: string;
                /** @example 60 */
                before: number[] | number | string | {
                    [key: string]: unknown;
                } | null;
                /** @example 60 */
                after: number[] | number | string | {
                    [key: string]: unknown;
                } | null;
            }[] | null;
        };
        TaskDetail: {
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            id: string;
            taskName: string;
            taskDesc: string;
            /**
             * @description 0 DRAFT, 1 RUNNING, 2 PAUSED, 3 STOPPED, 4 COMPLETED, 5 FAILED, 6 CLOSED.
             * @example 1
             */
            status: number;
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            dataSourceId: string;
            /**
             * @description Contacts in the task.
             * @example 120
             */
            contactCount: number;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            createTime: string;
            /**
             * @description Calls made and ended.
             * @example 120
             */
            callCount: number;
            /**
             * @description Successful calls: answered, or what the rule of the task says.
             * @example 120
             */
            successCount: number;
            /**
             * @description Busy, rejected, invalid numbers, congestion, network errors, and answered calls that failed.
             * @example 120
             */
            failCount: number;
            /**
             * @description Rang out, unreachable, switched off, or answered by no person.
             * @example 120
             */
            noAnswerCount: number;
            /**
             * @description callCount / contactCount.
             * @example 0.4167
             */
            dialRate: number;
            /**
             * @description successCount / callCount.
             * @example 0.4167
             */
            successRate: number;
            /**
             * @description Seconds talked, all calls together.
             * @example 1834.5
             */
            callDuration: number;
            /**
             * @description Seconds talked, an answered call.
             * @example 1834.5
             */
            avgCallDuration: number;
            /**
             * @description 1 is the highest.
             * @example 3
             */
            priority: number;
            /**
             * @description Max number of attempts per contact and round.
             * @example 3
             */
            maxDialCount: number;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            startTime: string | null;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            endTime: string | null;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            updateTime: string;
            /**
             * @description Whether contacts added to the data source while the task runs stay out (snapshot) or join (live).
             * @enum {string}
             */
            listMode: "snapshot" | "live";
            /** @description The reason given when the task was stopped. */
            stopReason: string | null;
            /** @description Why the task is FAILED. */
            failReason: string | null;
            /** @description Why the task is PAUSED, if a reason was given. */
            pauseReason: string | null;
            /** @description Whether its calls go to the simulator, which rings no phone. Decided when it is published; null before that. */
            isSimulated: boolean | null;
            /** @description Success means that the callee pressed a certain key, by `successWhen`: such a call is confirmed. */
            isConfirmation: boolean;
        };
        TaskPage: {
            /** @description Number of rows in all pages together. */
            total: number;
            rows: components["schemas"]["TaskSummary"][];
            /** @description How many tasks each group has, by the other filters. Only with include=progress. */
            groups?: {
                /**
                 * @description RUNNING, PAUSED or FAILED.
                 * @example 3
                 */
                active: number;
                /**
                 * @description DRAFT.
                 * @example 3
                 */
                drafts: number;
                /**
                 * @description STOPPED, COMPLETED or CLOSED.
                 * @example 3
                 */
                ended: number;
            };
        };
        /** @description The settings of a task, under the names by which they are given. */
        TaskSettings: {
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            id: string;
            taskName: string;
            taskDesc: string;
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            dataSourceId: string;
            /**
             * @description 1 is the highest.
             * @example 3
             */
            priority: number;
            /**
             * @description Max number of attempts per contact and round.
             * @example 3
             */
            maxDialCount: number;
            /**
             * @description Min seconds between the end of one attempt and the start of the next to the same contact.
             * @example 60
             */
            callInterval: number;
            /**
             * @description Calls start from this time of the day on, in the time zone of the service. Null is no bound. The start and the end must differ.
             * @example 09:00
             */
            dailyStartTime: string | null;
            /**
             * @description Calls start before this time; earlier than the start means the next day. Null is no bound. The start and the end must differ.
             * @example 09:00
             */
            dailyEndTime: string | null;
            /**
             * @description Whether contacts added to the data source while the task runs stay out (snapshot) or join (live).
             * @enum {string}
             */
            listMode: "snapshot" | "live";
            /**
             * @description The task whose remaining contacts it dials; not of a task that dials the whole list.
             * @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e
             */
            continuesTaskId?: string;
            /**
             * @description Whose wall clock the daily window, the weekdays and the holidays are read on: the one of the service, or the one where the called person is.
             * @enum {string}
             */
            windowZone: "service" | "recipient";
            /**
             * @description The days on which calls start: 1 is Monday, 7 is Sunday. Null is every day.
             * @example [
             *       1,
             *       2,
             *       3,
             *       4,
             *       5
             *     ]
             */
            weekdays: number[] | null;
            /**
             * @description Calendars whose days are holidays of the task, in addition to the global ones. Each must exist.
             * @example [
             *       "01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e"
             *     ]
             */
            calendarIds: string[];
            /**
             * @description Do-not-call lists that apply to the task, in addition to the global ones. Each must exist.
             * @example [
             *       "01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e"
             *     ]
             */
            doNotCallListIds: string[];
            /**
             * @description The trunks by which the calls of the task go out. Each must exist. Empty is any of them.
             * @example [
             *       "01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e"
             *     ]
             */
            trunkIds: string[];
            /** @description The numbers that callees may be shown, in place of those of the trunk. Empty: those of the trunk. Stored without separators. */
            callerIds: string[];
            /**
             * @description Calls start from this time on, in the time zone of the service. Null is at once. May also be an instant with an offset, such as 2026-03-02T09:00:00Z.
             * @example 2026-03-02 09:00:00
             * @example 2026-03-02T09:00:00+01:00
             */
            scheduledStartTime: string | null;
            /**
             * @description Calls start before this time, at which the task is stopped. Must be later than scheduledStartTime. Null is no end. May also be an instant with an offset, such as 2026-03-02T09:00:00Z.
             * @example 2026-03-02 09:00:00
             * @example 2026-03-02T09:00:00+01:00
             */
            scheduledEndTime: string | null;
            /**
             * @description By the cause of a call: when, and how often, the contact is tried again.
             * @example {
             *       "busy": {
             *         "delay": 300,
             *         "count": 2
             *       },
             *       "voicemail": {
             *         "count": 0
             *       }
             *     }
             */
            retryRules: {
                machine?: {
                    /**
                     * @description Min seconds until the next attempt, if that is more than callInterval.
                     * @example 300
                     */
                    delay?: number;
                    /**
                     * @description Max number of further attempts in a round after calls that ended so; never more than maxDialCount allows. 0: the contact is done at once.
                     * @example 2
                     */
                    count?: number;
                };
                screening?: {
                    /**
                     * @description Min seconds until the next attempt, if that is more than callInterval.
                     * @example 300
                     */
                    delay?: number;
                    /**
                     * @description Max number of further attempts in a round after calls that ended so; never more than maxDialCount allows. 0: the contact is done at once.
                     * @example 2
                     */
                    count?: number;
                };
                silence?: {
                    /**
                     * @description Min seconds until the next attempt, if that is more than callInterval.
                     * @example 300
                     */
                    delay?: number;
                    /**
                     * @description Max number of further attempts in a round after calls that ended so; never more than maxDialCount allows. 0: the contact is done at once.
                     * @example 2
                     */
                    count?: number;
                };
                unverified?: {
                    /**
                     * @description Min seconds until the next attempt, if that is more than callInterval.
                     * @example 300
                     */
                    delay?: number;
                    /**
                     * @description Max number of further attempts in a round after calls that ended so; never more than maxDialCount allows. 0: the contact is done at once.
                     * @example 2
                     */
                    count?: number;
                };
                agent_failed?: {
                    /**
                     * @description Min seconds until the next attempt, if that is more than callInterval.
                     * @example 300
                     */
                    delay?: number;
                    /**
                     * @description Max number of further attempts in a round after calls that ended so; never more than maxDialCount allows. 0: the contact is done at once.
                     * @example 2
                     */
                    count?: number;
                };
                not_confirmed?: {
                    /**
                     * @description Min seconds until the next attempt, if that is more than callInterval.
                     * @example 300
                     */
                    delay?: number;
                    /**
                     * @description Max number of further attempts in a round after calls that ended so; never more than maxDialCount allows. 0: the contact is done at once.
                     * @example 2
                     */
                    count?: number;
                };
                no_answer?: {
                    /**
                     * @description Min seconds until the next attempt, if that is more than callInterval.
                     * @example 300
                     */
                    delay?: number;
                    /**
                     * @description Max number of further attempts in a round after calls that ended so; never more than maxDialCount allows. 0: the contact is done at once.
                     * @example 2
                     */
                    count?: number;
                };
                unreachable?: {
                    /**
                     * @description Min seconds until the next attempt, if that is more than callInterval.
                     * @example 300
                     */
                    delay?: number;
                    /**
                     * @description Max number of further attempts in a round after calls that ended so; never more than maxDialCount allows. 0: the contact is done at once.
                     * @example 2
                     */
                    count?: number;
                };
                switched_off?: {
                    /**
                     * @description Min seconds until the next attempt, if that is more than callInterval.
                     * @example 300
                     */
                    delay?: number;
                    /**
                     * @description Max number of further attempts in a round after calls that ended so; never more than maxDialCount allows. 0: the contact is done at once.
                     * @example 2
                     */
                    count?: number;
                };
                voicemail?: {
                    /**
                     * @description Min seconds until the next attempt, if that is more than callInterval.
                     * @example 300
                     */
                    delay?: number;
                    /**
                     * @description Max number of further attempts in a round after calls that ended so; never more than maxDialCount allows. 0: the contact is done at once.
                     * @example 2
                     */
                    count?: number;
                };
                busy?: {
                    /**
                     * @description Min seconds until the next attempt, if that is more than callInterval.
                     * @example 300
                     */
                    delay?: number;
                    /**
                     * @description Max number of further attempts in a round after calls that ended so; never more than maxDialCount allows. 0: the contact is done at once.
                     * @example 2
                     */
                    count?: number;
                };
                rejected?: {
                    /**
                     * @description Min seconds until the next attempt, if that is more than callInterval.
                     * @example 300
                     */
                    delay?: number;
                    /**
                     * @description Max number of further attempts in a round after calls that ended so; never more than maxDialCount allows. 0: the contact is done at once.
                     * @example 2
                     */
                    count?: number;
                };
                congestion?: {
                    /**
                     * @description Min seconds until the next attempt, if that is more than callInterval.
                     * @example 300
                     */
                    delay?: number;
                    /**
                     * @description Max number of further attempts in a round after calls that ended so; never more than maxDialCount allows. 0: the contact is done at once.
                     * @example 2
                     */
                    count?: number;
                };
                network_error?: {
                    /**
                     * @description Min seconds until the next attempt, if that is more than callInterval.
                     * @example 300
                     */
                    delay?: number;
                    /**
                     * @description Max number of further attempts in a round after calls that ended so; never more than maxDialCount allows. 0: the contact is done at once.
                     * @example 2
                     */
                    count?: number;
                };
                lost?: {
                    /**
                     * @description Min seconds until the next attempt, if that is more than callInterval.
                     * @example 300
                     */
                    delay?: number;
                    /**
                     * @description Max number of further attempts in a round after calls that ended so; never more than maxDialCount allows. 0: the contact is done at once.
                     * @example 2
                     */
                    count?: number;
                };
            };
            /**
             * @description What an answered call does; null: the call goes where the gateway sends it. `POST /api/flow/check` says what is wrong with it.
             * @example {
             *       "steps": [
             *         {
             *           "id": "greeting",
             *           "type": "say",
             *           "text": "Hello {{name|there}}."
             *         }
             *       ]
             *     }
             */
            flow: ((components["schemas"]["Flow"] | null) | null) | components["schemas"]["Flow"] | null;
            /**
             * @description Which answered calls are a success: `answered` (all), `person`, or a condition on the result such as `digits.confirm == "1"`, in which digits and result fields are those of the flow.
             * @example digits.confirm == "1"
             */
            successWhen: string;
            /**
             * @description When all of it is met, no call starts any more, and the task completes when its live calls have ended, although contacts remain. Null: when every contact is done.
             * @example {
             *       "successes": 500,
             *       "results": [
             *         {
             *           "name": "result.region",
             *           "value": "north",
             *           "count": 100
             *         }
             *       ]
             *     }
             */
            stopWhen: {
                /**
                 * @description Contacts that were reached with success.
                 * @example 100
                 */
                successes?: number;
                /** @description Of the successes: how many with certain results. */
                results?: {
                    /**
                     * @description A result field (`result.FIELD`), what was keyed in at a step (`digits.STEP`), `verdict`, `transfer` or `agent`.
                     * @example result.region
                     */
                    name: string;
                    /**
                     * @description The value that is counted.
                     * @example north
                     */
                    value: string;
                    /**
                     * @description How many of the successes have it.
                     * @example 100
                     */
                    count: number;
                }[];
            } | null;
            /**
             * @description What the callee hears when somebody begins to listen in on the call, after the sentence that is being said then. Empty: nothing.
             * @example A supervisor is listening to this call.
             */
            listenNotice: string;
            /**
             * @description Max number of voice agents, which is the max number of calls, at once. Null is no limit.
             * @example 10
             */
            maxAgents: number | null;
        };
        TaskStatistics: {
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            taskId: string;
            taskName: string;
            /**
             * @description 0 DRAFT, 1 RUNNING, 2 PAUSED, 3 STOPPED, 4 COMPLETED, 5 FAILED, 6 CLOSED.
             * @example 1
             */
            status: number;
            /**
             * @description Contacts in the task.
             * @example 120
             */
            totalContacts: number;
            /**
             * @description Calls made and ended.
             * @example 120
             */
            callCount: number;
            /**
             * @description Successful calls: answered, or what the rule of the task says.
             * @example 120
             */
            successCount: number;
            /**
             * @description Busy, rejected, invalid numbers, congestion, network errors, and answered calls that failed.
             * @example 120
             */
            failCount: number;
            /**
             * @description Rang out, unreachable, switched off, or answered by no person.
             * @example 120
             */
            noAnswerCount: number;
            /**
             * @description callCount / contactCount.
             * @example 0.4167
             */
            dialRate: number;
            /**
             * @description successCount / callCount.
             * @example 0.4167
             */
            successRate: number;
            /**
             * @description Seconds talked, all calls together.
             * @example 1834.5
             */
            totalDuration: number;
            /**
             * @description Seconds talked, an answered call.
             * @example 1834.5
             */
            avgDuration: number;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            lastUpdateTime: string;
            /**
             * @description Contacts that are done without a call: they may never be called.
             * @example 120
             */
            skippedCount: number;
            /** @description What came of the calls, in five words. They add up to all calls. */
            endings: {
                /**
                 * @description Calls: a success by the rule of its task.
                 * @example 12
                 */
                successful: number;
                /**
                 * @description Calls: answered, not successful.
                 * @example 12
                 */
                unsuccessful: number;
                /**
                 * @description Calls: a machine or a call screening service answered.
                 * @example 12
                 */
                machine: number;
                /**
                 * @description Calls: rang out, unreachable or switched off.
                 * @example 12
                 */
                notAnswered: number;
                /**
                 * @description Calls: busy, rejected, no such number, congestion or an error.
                 * @example 12
                 */
                failed: number;
            };
        };
        TaskSummary: {
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            id: string;
            taskName: string;
            taskDesc: string;
            /**
             * @description 0 DRAFT, 1 RUNNING, 2 PAUSED, 3 STOPPED, 4 COMPLETED, 5 FAILED, 6 CLOSED.
             * @example 1
             */
            status: number;
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            dataSourceId: string;
            /**
             * @description Contacts in the task.
             * @example 120
             */
            contactCount: number;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            createTime: string;
            /**
             * @description Calls made and ended.
             * @example 120
             */
            callCount: number;
            /**
             * @description Successful calls: answered, or what the rule of the task says.
             * @example 120
             */
            successCount: number;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            startTime: string | null;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            endTime: string | null;
            /** @description Why the task is PAUSED, if a reason was given. Only with include=progress. */
            pauseReason?: string | null;
            /** @description Whether its calls go to the simulator; null of a draft. Only with include=progress. */
            isSimulated?: boolean | null;
            /** @description Contacts that are done; only with include=progress. */
            progress?: {
                /**
                 * @description success + failed + skipped, of contactCount.
                 * @example 120
                 */
                done: number;
                /**
                 * @description Contacts that are done: a call was successful.
                 * @example 120
                 */
                success: number;
                /**
                 * @description Contacts that are done: no attempt was successful.
                 * @example 120
                 */
                failed: number;
                /**
                 * @description Contacts that are done without a call: they may never be called.
                 * @example 120
                 */
                skipped: number;
            };
            /**
             * @description 1 is the highest. Only with include=progress.
             * @example 3
             */
            priority?: number;
            /**
             * @description Only with include=progress.
             * @example Customers in the north
             */
            dataSourceName?: string;
            /**
             * @description When a RUNNING task is expected to end, at its pace; null if it does not dial now. Only with include=progress.
             * @example 2026-03-02 09:30:00
             */
            expectedEndTime?: string | null;
        };
        AddedTask: {
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            id: string;
            taskName: string;
            taskDesc: string;
            /**
             * @description 0 DRAFT, 1 RUNNING, 2 PAUSED, 3 STOPPED, 4 COMPLETED, 5 FAILED, 6 CLOSED.
             * @example 1
             */
            status: number;
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            dataSourceId: string;
            /**
             * @description Contacts in the task.
             * @example 120
             */
            contactCount: number;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            createTime: string;
        };
        /**
         * @example {
         *       "taskName": "Spring call-back",
         *       "dataSourceId": "01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e",
         *       "priority": 2,
         *       "maxDialCount": 3,
         *       "callInterval": 300,
         *       "dailyStartTime": "09:00",
         *       "dailyEndTime": "18:00"
         *     }
         */
        NewTask: {
            /**
             * @description Unique, 1-100 characters after outer white space is trimmed, at least one of them visible.
             * @example Spring call-back
             */
            taskName: string;
            /** @example Ask how the order went */
            taskDesc?: string | null;
            /**
             * @description A data source that exists.
             * @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e
             */
            dataSourceId: string;
            /**
             * @description 1 is the highest.
             * @default 3
             * @example 3
             */
            priority?: number | null;
            /**
             * @description Max number of attempts per contact and round.
             * @default 3
             * @example 3
             */
            maxDialCount?: number | null;
            /**
             * @description Min seconds between the end of one attempt and the start of the next to the same contact.
             * @default 60
             * @example 60
             */
            callInterval?: number | null;
            /**
             * @description Calls start from this time of the day on, in the time zone of the service. Null is no bound. The start and the end must differ.
             * @example 09:00
             */
            dailyStartTime?: string | null;
            /**
             * @description Calls start before this time; earlier than the start means the next day. Null is no bound. The start and the end must differ.
             * @example 09:00
             */
            dailyEndTime?: string | null;
            /**
             * @description Whether contacts added to the data source while the task runs stay out (snapshot) or join (live).
             * @default snapshot
             * @enum {string|null}
             */
            listMode?: "snapshot" | "live" | null;
            /**
             * @description Whose wall clock the daily window, the weekdays and the holidays are read on: the one of the service, or the one where the called person is.
             * @enum {string|null}
             */
            windowZone?: "service" | "recipient" | null;
            /**
             * @description The days on which calls start: 1 is Monday, 7 is Sunday. Null is every day.
             * @example [
             *       1,
             *       2,
             *       3,
             *       4,
             *       5
             *     ]
             */
            weekdays?: number[] | null;
            /**
             * @description Calendars whose days are holidays of the task, in addition to the global ones. Each must exist.
             * @example [
             *       "01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e"
             *     ]
             */
            calendarIds?: string[] | null;
            /**
             * @description Do-not-call lists that apply to the task, in addition to the global ones. Each must exist.
             * @example [
             *       "01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e"
             *     ]
             */
            doNotCallListIds?: string[] | null;
            /**
             * @description The trunks by which the calls of the task go out. Each must exist. Empty is any of them.
             * @example [
             *       "01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e"
             *     ]
             */
            trunkIds?: string[] | null;
            /** @description The numbers that callees may be shown, in place of those of the trunk. Empty: those of the trunk. Stored without separators. */
            callerIds?: string[] | null;
            /**
             * @description Calls start from this time on, in the time zone of the service. Null is at once. May also be an instant with an offset, such as 2026-03-02T09:00:00Z.
             * @example 2026-03-02 09:00:00
             * @example 2026-03-02T09:00:00+01:00
             */
            scheduledStartTime?: string | null;
            /**
             * @description Calls start before this time, at which the task is stopped. Must be later than scheduledStartTime. Null is no end. May also be an instant with an offset, such as 2026-03-02T09:00:00Z.
             * @example 2026-03-02 09:00:00
             * @example 2026-03-02T09:00:00+01:00
             */
            scheduledEndTime?: string | null;
            /**
             * @description By the cause of a call: when, and how often, the contact is tried again.
             * @example {
             *       "busy": {
             *         "delay": 300,
             *         "count": 2
             *       },
             *       "voicemail": {
             *         "count": 0
             *       }
             *     }
             */
            retryRules?: {
                machine?: {
                    /**
                     * @description Min seconds until the next attempt, if that is more than callInterval.
                     * @example 300
                     */
                    delay?: number;
                    /**
                     * @description Max number of further attempts in a round after calls that ended so; never more than maxDialCount allows. 0: the contact is done at once.
                     * @example 2
                     */
                    count?: number;
                };
                screening?: {
                    /**
                     * @description Min seconds until the next attempt, if that is more than callInterval.
                     * @example 300
                     */
                    delay?: number;
                    /**
                     * @description Max number of further attempts in a round after calls that ended so; never more than maxDialCount allows. 0: the contact is done at once.
                     * @example 2
                     */
                    count?: number;
                };
                silence?: {
                    /**
                     * @description Min seconds until the next attempt, if that is more than callInterval.
                     * @example 300
                     */
                    delay?: number;
                    /**
                     * @description Max number of further attempts in a round after calls that ended so; never more than maxDialCount allows. 0: the contact is done at once.
                     * @example 2
                     */
                    count?: number;
                };
                unverified?: {
                    /**
                     * @description Min seconds until the next attempt, if that is more than callInterval.
                     * @example 300
                     */
                    delay?: number;
                    /**
                     * @description Max number of further attempts in a round after calls that ended so; never more than maxDialCount allows. 0: the contact is done at once.
                     * @example 2
                     */
                    count?: number;
                };
                agent_failed?: {
                    /**
                     * @description Min seconds until the next attempt, if that is more than callInterval.
                     * @example 300
                     */
                    delay?: number;
                    /**
                     * @description Max number of further attempts in a round after calls that ended so; never more than maxDialCount allows. 0: the contact is done at once.
                     * @example 2
                     */
                    count?: number;
                };
                not_confirmed?: {
                    /**
                     * @description Min seconds until the next attempt, if that is more than callInterval.
                     * @example 300
                     */
                    delay?: number;
                    /**
                     * @description Max number of further attempts in a round after calls that ended so; never more than maxDialCount allows. 0: the contact is done at once.
                     * @example 2
                     */
                    count?: number;
                };
                no_answer?: {
                    /**
                     * @description Min seconds until the next attempt, if that is more than callInterval.
                     * @example 300
                     */
                    delay?: number;
                    /**
                     * @description Max number of further attempts in a round after calls that ended so; never more than maxDialCount allows. 0: the contact is done at once.
                     * @example 2
                     */
                    count?: number;
                };
                unreachable?: {
                    /**
                     * @description Min seconds until the next attempt, if that is more than callInterval.
                     * @example 300
                     */
                    delay?: number;
                    /**
                     * @description Max number of further attempts in a round after calls that ended so; never more than maxDialCount allows. 0: the contact is done at once.
                     * @example 2
                     */
                    count?: number;
                };
                switched_off?: {
                    /**
                     * @description Min seconds until the next attempt, if that is more than callInterval.
                     * @example 300
                     */
                    delay?: number;
                    /**
                     * @description Max number of further attempts in a round after calls that ended so; never more than maxDialCount allows. 0: the contact is done at once.
                     * @example 2
                     */
                    count?: number;
                };
                voicemail?: {
                    /**
                     * @description Min seconds until the next attempt, if that is more than callInterval.
                     * @example 300
                     */
                    delay?: number;
                    /**
                     * @description Max number of further attempts in a round after calls that ended so; never more than maxDialCount allows. 0: the contact is done at once.
                     * @example 2
                     */
                    count?: number;
                };
                busy?: {
                    /**
                     * @description Min seconds until the next attempt, if that is more than callInterval.
                     * @example 300
                     */
                    delay?: number;
                    /**
                     * @description Max number of further attempts in a round after calls that ended so; never more than maxDialCount allows. 0: the contact is done at once.
                     * @example 2
                     */
                    count?: number;
                };
                rejected?: {
                    /**
                     * @description Min seconds until the next attempt, if that is more than callInterval.
                     * @example 300
                     */
                    delay?: number;
                    /**
                     * @description Max number of further attempts in a round after calls that ended so; never more than maxDialCount allows. 0: the contact is done at once.
                     * @example 2
                     */
                    count?: number;
                };
                congestion?: {
                    /**
                     * @description Min seconds until the next attempt, if that is more than callInterval.
                     * @example 300
                     */
                    delay?: number;
                    /**
                     * @description Max number of further attempts in a round after calls that ended so; never more than maxDialCount allows. 0: the contact is done at once.
                     * @example 2
                     */
                    count?: number;
                };
                network_error?: {
                    /**
                     * @description Min seconds until the next attempt, if that is more than callInterval.
                     * @example 300
                     */
                    delay?: number;
                    /**
                     * @description Max number of further attempts in a round after calls that ended so; never more than maxDialCount allows. 0: the contact is done at once.
                     * @example 2
                     */
                    count?: number;
                };
                lost?: {
                    /**
                     * @description Min seconds until the next attempt, if that is more than callInterval.
                     * @example 300
                     */
                    delay?: number;
                    /**
                     * @description Max number of further attempts in a round after calls that ended so; never more than maxDialCount allows. 0: the contact is done at once.
                     * @example 2
                     */
                    count?: number;
                };
            } | null;
            /**
             * @description What an answered call does; null: the call goes where the gateway sends it. `POST /api/flow/check` says what is wrong with it.
             * @example {
             *       "steps": [
             *         {
             *           "id": "greeting",
             *           "type": "say",
             *           "text": "Hello {{name|there}}."
             *         }
             *       ]
             *     }
             */
            flow?: ((components["schemas"]["Flow"] | null) | null) | components["schemas"]["Flow"] | null;
            /**
             * @description Which answered calls are a success: `answered` (all), `person`, or a condition on the result such as `digits.confirm == "1"`, in which digits and result fields are those of the flow.
             * @example digits.confirm == "1"
             */
            successWhen?: string | null;
            /**
             * @description When all of it is met, no call starts any more, and the task completes when its live calls have ended, although contacts remain. Null: when every contact is done.
             * @example {
             *       "successes": 500,
             *       "results": [
             *         {
             *           "name": "result.region",
             *           "value": "north",
             *           "count": 100
             *         }
             *       ]
             *     }
             */
            stopWhen?: {
                /**
                 * @description Contacts that were reached with success.
                 * @example 100
                 */
                successes?: number;
                /** @description Of the successes: how many with certain results. */
                results?: {
                    /**
                     * @description A result field (`result.FIELD`), what was keyed in at a step (`digits.STEP`), `verdict`, `transfer` or `agent`.
                     * @example result.region
                     */
                    name: string;
                    /**
                     * @description The value that is counted.
                     * @example north
                     */
                    value: string;
                    /**
                     * @description How many of the successes have it.
                     * @example 100
                     */
                    count: number;
                }[];
            } | null;
            /**
             * @description What the callee hears when somebody begins to listen in on the call, after the sentence that is being said then. Empty: nothing.
             * @example A supervisor is listening to this call.
             */
            listenNotice?: string | null;
            /**
             * @description Max number of voice agents, which is the max number of calls, at once. Null is no limit.
             * @example 10
             */
            maxAgents?: number | null;
        };
        /**
         * @example {
         *       "id": "01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e",
         *       "priority": 1,
         *       "dailyEndTime": "20:00"
         *     }
         */
        TaskChange: {
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            id: string;
            /**
             * @description Unique, 1-100 characters after outer white space is trimmed, at least one of them visible.
             * @example Spring call-back
             */
            taskName?: string | null;
            /** @example Ask how the order went */
            taskDesc?: string | null;
            /**
             * @description 1 is the highest.
             * @example 3
             */
            priority?: number | null;
            /**
             * @description Max number of attempts per contact and round.
             * @example 3
             */
            maxDialCount?: number | null;
            /**
             * @description Min seconds between the end of one attempt and the start of the next to the same contact.
             * @example 60
             */
            callInterval?: number | null;
            /**
             * @description Calls start from this time of the day on, in the time zone of the service. Null is no bound. The start and the end must differ.
             * @example 09:00
             */
            dailyStartTime?: string | null;
            /**
             * @description Calls start before this time; earlier than the start means the next day. Null is no bound. The start and the end must differ.
             * @example 09:00
             */
            dailyEndTime?: string | null;
            /**
             * @description Whether contacts added to the data source while the task runs stay out (snapshot) or join (live).
             * @enum {string|null}
             */
            listMode?: "snapshot" | "live" | null;
            /**
             * @description Whose wall clock the daily window, the weekdays and the holidays are read on: the one of the service, or the one where the called person is.
             * @enum {string|null}
             */
            windowZone?: "service" | "recipient" | null;
            /**
             * @description The days on which calls start: 1 is Monday, 7 is Sunday. Null is every day.
             * @example [
             *       1,
             *       2,
             *       3,
             *       4,
             *       5
             *     ]
             */
            weekdays?: number[] | null;
            /**
             * @description Calendars whose days are holidays of the task, in addition to the global ones. Each must exist.
             * @example [
             *       "01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e"
             *     ]
             */
            calendarIds?: string[] | null;
            /**
             * @description Do-not-call lists that apply to the task, in addition to the global ones. Each must exist.
             * @example [
             *       "01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e"
             *     ]
             */
            doNotCallListIds?: string[] | null;
            /**
             * @description The trunks by which the calls of the task go out. Each must exist. Empty is any of them.
             * @example [
             *       "01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e"
             *     ]
             */
            trunkIds?: string[] | null;
            /** @description The numbers that callees may be shown, in place of those of the trunk. Empty: those of the trunk. Stored without separators. */
            callerIds?: string[] | null;
            /**
             * @description Calls start from this time on, in the time zone of the service. Null is at once. May also be an instant with an offset, such as 2026-03-02T09:00:00Z.
             * @example 2026-03-02 09:00:00
             * @example 2026-03-02T09:00:00+01:00
             */
            scheduledStartTime?: string | null;
            /**
             * @description Calls start before this time, at which the task is stopped. Must be later than scheduledStartTime. Null is no end. May also be an instant with an offset, such as 2026-03-02T09:00:00Z.
             * @example 2026-03-02 09:00:00
             * @example 2026-03-02T09:00:00+01:00
             */
            scheduledEndTime?: string | null;
            /**
             * @description By the cause of a call: when, and how often, the contact is tried again.
             * @example {
             *       "busy": {
             *         "delay": 300,
             *         "count": 2
             *       },
             *       "voicemail": {
             *         "count": 0
             *       }
             *     }
             */
            retryRules?: {
                machine?: {
                    /**
                     * @description Min seconds until the next attempt, if that is more than callInterval.
                     * @example 300
                     */
                    delay?: number;
                    /**
                     * @description Max number of further attempts in a round after calls that ended so; never more than maxDialCount allows. 0: the contact is done at once.
                     * @example 2
                     */
                    count?: number;
                };
                screening?: {
                    /**
                     * @description Min seconds until the next attempt, if that is more than callInterval.
                     * @example 300
                     */
                    delay?: number;
                    /**
                     * @description Max number of further attempts in a round after calls that ended so; never more than maxDialCount allows. 0: the contact is done at once.
                     * @example 2
                     */
                    count?: number;
                };
                silence?: {
                    /**
                     * @description Min seconds until the next attempt, if that is more than callInterval.
                     * @example 300
                     */
                    delay?: number;
                    /**
                     * @description Max number of further attempts in a round after calls that ended so; never more than maxDialCount allows. 0: the contact is done at once.
                     * @example 2
                     */
                    count?: number;
                };
                unverified?: {
                    /**
                     * @description Min seconds until the next attempt, if that is more than callInterval.
                     * @example 300
                     */
                    delay?: number;
                    /**
                     * @description Max number of further attempts in a round after calls that ended so; never more than maxDialCount allows. 0: the contact is done at once.
                     * @example 2
                     */
                    count?: number;
                };
                agent_failed?: {
                    /**
                     * @description Min seconds until the next attempt, if that is more than callInterval.
                     * @example 300
                     */
                    delay?: number;
                    /**
                     * @description Max number of further attempts in a round after calls that ended so; never more than maxDialCount allows. 0: the contact is done at once.
                     * @example 2
                     */
                    count?: number;
                };
                not_confirmed?: {
                    /**
                     * @description Min seconds until the next attempt, if that is more than callInterval.
                     * @example 300
                     */
                    delay?: number;
                    /**
                     * @description Max number of further attempts in a round after calls that ended so; never more than maxDialCount allows. 0: the contact is done at once.
                     * @example 2
                     */
                    count?: number;
                };
                no_answer?: {
                    /**
                     * @description Min seconds until the next attempt, if that is more than callInterval.
                     * @example 300
                     */
                    delay?: number;
                    /**
                     * @description Max number of further attempts in a round after calls that ended so; never more than maxDialCount allows. 0: the contact is done at once.
                     * @example 2
                     */
                    count?: number;
                };
                unreachable?: {
                    /**
                     * @description Min seconds until the next attempt, if that is more than callInterval.
                     * @example 300
                     */
                    delay?: number;
                    /**
                     * @description Max number of further attempts in a round after calls that ended so; never more than maxDialCount allows. 0: the contact is done at once.
                     * @example 2
                     */
                    count?: number;
                };
                switched_off?: {
                    /**
                     * @description Min seconds until the next attempt, if that is more than callInterval.
                     * @example 300
                     */
                    delay?: number;
                    /**
                     * @description Max number of further attempts in a round after calls that ended so; never more than maxDialCount allows. 0: the contact is done at once.
                     * @example 2
                     */
                    count?: number;
                };
                voicemail?: {
                    /**
                     * @description Min seconds until the next attempt, if that is more than callInterval.
                     * @example 300
                     */
                    delay?: number;
                    /**
                     * @description Max number of further attempts in a round after calls that ended so; never more than maxDialCount allows. 0: the contact is done at once.
                     * @example 2
                     */
                    count?: number;
                };
                busy?: {
                    /**
                     * @description Min seconds until the next attempt, if that is more than callInterval.
                     * @example 300
                     */
                    delay?: number;
                    /**
                     * @description Max number of further attempts in a round after calls that ended so; never more than maxDialCount allows. 0: the contact is done at once.
                     * @example 2
                     */
                    count?: number;
                };
                rejected?: {
                    /**
                     * @description Min seconds until the next attempt, if that is more than callInterval.
                     * @example 300
                     */
                    delay?: number;
                    /**
                     * @description Max number of further attempts in a round after calls that ended so; never more than maxDialCount allows. 0: the contact is done at once.
                     * @example 2
                     */
                    count?: number;
                };
                congestion?: {
                    /**
                     * @description Min seconds until the next attempt, if that is more than callInterval.
                     * @example 300
                     */
                    delay?: number;
                    /**
                     * @description Max number of further attempts in a round after calls that ended so; never more than maxDialCount allows. 0: the contact is done at once.
                     * @example 2
                     */
                    count?: number;
                };
                network_error?: {
                    /**
                     * @description Min seconds until the next attempt, if that is more than callInterval.
                     * @example 300
                     */
                    delay?: number;
                    /**
                     * @description Max number of further attempts in a round after calls that ended so; never more than maxDialCount allows. 0: the contact is done at once.
                     * @example 2
                     */
                    count?: number;
                };
                lost?: {
                    /**
                     * @description Min seconds until the next attempt, if that is more than callInterval.
                     * @example 300
                     */
                    delay?: number;
                    /**
                     * @description Max number of further attempts in a round after calls that ended so; never more than maxDialCount allows. 0: the contact is done at once.
                     * @example 2
                     */
                    count?: number;
                };
            } | null;
            /**
             * @description What an answered call does; null: the call goes where the gateway sends it. `POST /api/flow/check` says what is wrong with it.
             * @example {
             *       "steps": [
             *         {
             *           "id": "greeting",
             *           "type": "say",
             *           "text": "Hello {{name|there}}."
             *         }
             *       ]
             *     }
             */
            flow?: ((components["schemas"]["Flow"] | null) | null) | components["schemas"]["Flow"] | null;
            /**
             * @description Which answered calls are a success: `answered` (all), `person`, or a condition on the result such as `digits.confirm == "1"`, in which digits and result fields are those of the flow.
             * @example digits.confirm == "1"
             */
            successWhen?: string | null;
            /**
             * @description When all of it is met, no call starts any more, and the task completes when its live calls have ended, although contacts remain. Null: when every contact is done.
             * @example {
             *       "successes": 500,
             *       "results": [
             *         {
             *           "name": "result.region",
             *           "value": "north",
             *           "count": 100
             *         }
             *       ]
             *     }
             */
            stopWhen?: {
                /**
                 * @description Contacts that were reached with success.
                 * @example 100
                 */
                successes?: number;
                /** @description Of the successes: how many with certain results. */
                results?: {
                    /**
                     * @description A result field (`result.FIELD`), what was keyed in at a step (`digits.STEP`), `verdict`, `transfer` or `agent`.
                     * @example result.region
                     */
                    name: string;
                    /**
                     * @description The value that is counted.
                     * @example north
                     */
                    value: string;
                    /**
                     * @description How many of the successes have it.
                     * @example 100
                     */
                    count: number;
                }[];
            } | null;
            /**
             * @description What the callee hears when somebody begins to listen in on the call, after the sentence that is being said then. Empty: nothing.
             * @example A supervisor is listening to this call.
             */
            listenNotice?: string | null;
            /**
             * @description Max number of voice agents, which is the max number of calls, at once. Null is no limit.
             * @example 10
             */
            maxAgents?: number | null;
        };
        /**
         * @example {
         *       "id": "01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e",
         *       "taskName": "Spring call-back, second wave"
         *     }
         * @example {
         *       "id": "01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e"
         *     }
         */
        TaskCopy: {
            /**
             * @description The task to copy.
             * @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e
             */
            id: string;
            /**
             * @description Without it, the copy of "X" is "X (2)", or the first number that is free.
             * @example Spring call-back
             */
            taskName?: string | null;
        };
        UpdatedTask: {
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            id: string;
            taskName: string;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            updateTime: string;
        };
        PublishedTask: {
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            id: string;
            /**
             * @description 0 DRAFT, 1 RUNNING, 2 PAUSED, 3 STOPPED, 4 COMPLETED, 5 FAILED, 6 CLOSED.
             * @example 1
             */
            status: number;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            startTime: string;
            /** @description Left out if there are none. `country_unknown`: the hours are those of the called person, but the country of numbers is not known, so the clock of the service decides. The preview has all warnings. */
            warnings?: {
                /** @enum {string} */
                code: "country_unknown";
                /** @description The same in a sentence. */
                message: string;
                /** @description How many contacts it is about, up to 1000. */
                contacts: number;
                /** @description True if there are more. */
                isMore?: boolean;
            }[];
        };
        /**
         * @example {
         *       "contactIds": [
         *         "01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e"
         *       ],
         *       "priority": 2
         *     }
         * @example {
         *       "causes": [
         *         "busy"
         *       ]
         *     }
         * @example {}
         */
        RecallRequest: {
            /** @description Contacts to redial. If empty or absent, all that failed. */
            contactIds?: string[] | null;
            /**
             * @description Instead of contactIds: all contacts with one of these outcomes. Without it, causes are looked for among all.
             * @example [
             *       "failed"
             *     ]
             */
            outcomes?: ("success" | "failed" | "skipped")[] | null;
            /**
             * @description Instead of contactIds: only contacts whose last call ended so, or that were skipped for this reason.
             * @example [
             *       "busy",
             *       "no_answer"
             *     ]
             */
            causes?: ("answered" | "callback" | "machine" | "screening" | "silence" | "unverified" | "agent_failed" | "not_confirmed" | "no_answer" | "unreachable" | "switched_off" | "voicemail" | "busy" | "rejected" | "invalid_number" | "congestion" | "network_error" | "gateway_error" | "lost" | "do_not_call" | "emergency_number" | "denied_prefix" | "no_allowed_prefix" | "too_short" | "too_long" | "no_calling_hours" | "withdrawn" | "after_call_until" | "denied_on_trunk" | "premium_number")[] | null;
            /**
             * @description For these redials only. 5 is after everything else that waits for a line.
             * @default 5
             * @example 3
             */
            priority?: number | null;
        };
        RecallResult: {
            recallCount: number;
            /** @description Without contacts that are being dialed or already wait. */
            recallIds: string[];
        };
        /**
         * @description At least one setting is required.
         * @example {
         *       "id": "01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e",
         *       "dailyEndTime": "20:00",
         *       "callInterval": 7200
         *     }
         */
        RescheduleRequest: {
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            id: string;
            /**
             * @description 1 is the highest.
             * @example 3
             */
            priority?: number | null;
            /**
             * @description Max number of attempts per contact and round.
             * @example 3
             */
            maxDialCount?: number | null;
            /**
             * @description Min seconds between the end of one attempt and the start of the next to the same contact.
             * @example 60
             */
            callInterval?: number | null;
            /**
             * @description Calls start from this time of the day on, in the time zone of the service. Null is no bound. The start and the end must differ.
             * @example 09:00
             */
            dailyStartTime?: string | null;
            /**
             * @description Calls start before this time; earlier than the start means the next day. Null is no bound. The start and the end must differ.
             * @example 09:00
             */
            dailyEndTime?: string | null;
            /**
             * @description Whose wall clock the daily window, the weekdays and the holidays are read on: the one of the service, or the one where the called person is.
             * @enum {string|null}
             */
            windowZone?: "service" | "recipient" | null;
            /**
             * @description The days on which calls start: 1 is Monday, 7 is Sunday. Null is every day.
             * @example [
             *       1,
             *       2,
             *       3,
             *       4,
             *       5
             *     ]
             */
            weekdays?: number[] | null;
            /**
             * @description Calls start from this time on, in the time zone of the service. Null is at once. May also be an instant with an offset, such as 2026-03-02T09:00:00Z.
             * @example 2026-03-02 09:00:00
             * @example 2026-03-02T09:00:00+01:00
             */
            scheduledStartTime?: string | null;
            /**
             * @description Calls start before this time, at which the task is stopped. Must be later than scheduledStartTime. Null is no end. May also be an instant with an offset, such as 2026-03-02T09:00:00Z.
             * @example 2026-03-02 09:00:00
             * @example 2026-03-02T09:00:00+01:00
             */
            scheduledEndTime?: string | null;
            /**
             * @description When all of it is met, no call starts any more, and the task completes when its live calls have ended, although contacts remain. Null: when every contact is done.
             * @example {
             *       "successes": 500,
             *       "results": [
             *         {
             *           "name": "result.region",
             *           "value": "north",
             *           "count": 100
             *         }
             *       ]
             *     }
             */
            stopWhen?: {
                /**
                 * @description Contacts that were reached with success.
                 * @example 100
                 */
                successes?: number;
                /** @description Of the successes: how many with certain results. */
                results?: {
                    /**
                     * @description A result field (`result.FIELD`), what was keyed in at a step (`digits.STEP`), `verdict`, `transfer` or `agent`.
                     * @example result.region
                     */
                    name: string;
                    /**
                     * @description The value that is counted.
                     * @example north
                     */
                    value: string;
                    /**
                     * @description How many of the successes have it.
                     * @example 100
                     */
                    count: number;
                }[];
            } | null;
        };
        RescheduledTask: {
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            id: string;
            taskName: string;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            updateTime: string;
            /** @description The settings that changed. */
            changes: {
                /** @example callInterval */
                field: string;
                /** @example 60 */
                before: number[] | number | string | {
                    [key: string]: unknown;
                } | null;
                /** @example 60 */
                after: number[] | number | string | {
                    [key: string]: unknown;
                } | null;
            }[];
        };
        /**
         * @example {
         *       "id": "01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e"
         *     }
         */
        StartRequest: {
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            id: string;
            /** @description Where its calls go: true is the simulator, which rings no phone, false the trunks. Without it, a task that is published goes where calls go then, and one that is resumed goes on where it was. */
            isSimulated?: boolean | null;
        };
        /**
         * @example {
         *       "id": "01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e",
         *       "reason": "The offer has ended"
         *     }
         */
        StopRequest: {
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            id: string;
            /** @description Stored with the task and in its audit trail. */
            reason?: string | null;
        };
        TaskState: {
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            id: string;
            status: components["schemas"]["TaskStatus"];
        };
        /**
         * @description 0 DRAFT, 1 RUNNING, 2 PAUSED, 3 STOPPED, 4 COMPLETED, 5 FAILED, 6 CLOSED.
         * @example 1
         */
        TaskStatus: number;
        FlowVersion: {
            /** @example 2 */
            version: number;
            /**
             * @description The name of the token that published it.
             * @example console
             */
            actor: string;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            time: string;
            /** @description Calls that start now follow it. */
            isCurrent: boolean;
            /**
             * @description Calls that were answered, followed it and have ended; they are counted some seconds after their end.
             * @example 51
             */
            calls: number;
            flow: components["schemas"]["Flow"];
        };
        /**
         * @example {
         *       "id": "01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e",
         *       "version": 1
         *     }
         */
        ChangeFlowRequest: {
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            id: string;
            /**
             * @description The flow. Either it or `version` is required.
             * @example {
             *       "steps": [
             *         {
             *           "id": "greeting",
             *           "type": "say",
             *           "text": "Hello {{name|there}}."
             *         }
             *       ]
             *     }
             */
            flow?: ((components["schemas"]["Flow"] | null) | null) | components["schemas"]["Flow"] | null;
            /**
             * @description An earlier version of the flow, which is brought back as a new one.
             * @example 2
             */
            version?: number | null;
        };
        /** @description A contact, as its task knows it. */
        TaskContact: {
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            id: string;
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            dataSourceId: string;
            /**
             * @description The number now or, of a deleted contact, the number last called.
             * @example 13800138000
             */
            phoneNumber: string;
            /**
             * @description The value of the name field of the data source; null if it has none, or was deleted.
             * @example 王小明
             */
            displayName: string | null;
            /**
             * @description `notDialed` not called yet, `dialing` in a call now, `waiting` for another attempt or for permission, `success` done: a call was successful, `failed` done: no attempt was successful, `skipped` done without a call.
             * @example failed
             * @enum {string}
             */
            state: "notDialed" | "dialing" | "waiting" | "success" | "failed" | "skipped";
            /**
             * @description Attempts of this round that have ended.
             * @example 2
             */
            attempts: number;
            /**
             * @description Calls of all rounds, in this task.
             * @example 2
             */
            callCount: number;
            /**
             * @description The cause of the last call, or why the contact may never be called.
             * @example busy
             * @enum {string|null}
             */
            cause: "answered" | "callback" | "machine" | "screening" | "silence" | "unverified" | "agent_failed" | "not_confirmed" | "no_answer" | "unreachable" | "switched_off" | "voicemail" | "busy" | "rejected" | "invalid_number" | "congestion" | "network_error" | "gateway_error" | "lost" | "do_not_call" | "emergency_number" | "denied_prefix" | "no_allowed_prefix" | "too_short" | "too_long" | "no_calling_hours" | "withdrawn" | "after_call_until" | "denied_on_trunk" | "premium_number" | null;
            /**
             * @description What came of it in five words, by its cause: `successful` a success by the rule of its task, `unsuccessful` answered, not successful, `machine` a machine or a call screening service answered, `notAnswered` rang out, unreachable or switched off, `failed` busy, rejected, no such number, congestion or an error.
             * @example successful
             * @enum {string|null}
             */
            ending: "successful" | "unsuccessful" | "machine" | "notAnswered" | "failed" | null;
            /**
             * @description While it waits: it is not dialed before this time, inside the calling hours. Null while the task does not run.
             * @example 2026-03-02 09:30:00
             */
            nextAttemptTime: string | null;
            /**
             * @description Why it waits for permission; null if it waits for nothing but its interval.
             * @enum {string|null}
             */
            waitReason: "recipient_hours" | "daily_budget" | "monthly_budget" | "before_call_time" | null;
            /**
             * @description When its last call started.
             * @example 2026-03-02 09:30:00
             */
            lastCallTime: string | null;
            /**
             * @description Talk time of all calls in this task.
             * @example 34.2
             */
            talkSeconds: number;
            /**
             * @description Of its next or last attempt.
             * @example 3
             */
            priority: number | null;
            /** @description What came of its last answered call in this task. */
            result: components["schemas"]["CallResult"] | null;
            /**
             * @description It is not called before this time.
             * @example 2026-03-02 09:30:00
             */
            callTime: string | null;
            /**
             * @description It is not called at this time or later.
             * @example 2026-03-02 09:30:00
             */
            callUntil: string | null;
        };
        TaskContactCounts: {
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            taskId: string;
            /** @description Contacts by their state in this task; they add up to all contacts of the task. */
            states: {
                /** @example 12 */
                notDialed: number;
                /** @example 12 */
                dialing: number;
                /** @example 12 */
                waiting: number;
                /** @example 12 */
                success: number;
                /** @example 12 */
                failed: number;
                /** @example 12 */
                skipped: number;
            };
            /** @description Contacts by the cause of their last call, or why they may never be called; the most frequent first. Of more than 10,000 contacts it may be some seconds old. */
            causes: {
                /**
                 * @description `notDialed` not called yet, `dialing` in a call now, `waiting` for another attempt or for permission, `success` done: a call was successful, `failed` done: no attempt was successful, `skipped` done without a call.
                 * @example failed
                 * @enum {string}
                 */
                state: "notDialed" | "dialing" | "waiting" | "success" | "failed" | "skipped";
                /**
                 * @description The cause of the last call, or why the contact may never be called.
                 * @example busy
                 * @enum {string}
                 */
                cause: "answered" | "callback" | "machine" | "screening" | "silence" | "unverified" | "agent_failed" | "not_confirmed" | "no_answer" | "unreachable" | "switched_off" | "voicemail" | "busy" | "rejected" | "invalid_number" | "congestion" | "network_error" | "gateway_error" | "lost" | "do_not_call" | "emergency_number" | "denied_prefix" | "no_allowed_prefix" | "too_short" | "too_long" | "no_calling_hours" | "withdrawn" | "after_call_until" | "denied_on_trunk" | "premium_number";
                /**
                 * @description What came of these calls; null if they were not called.
                 * @example successful
                 * @enum {string|null}
                 */
                ending: "successful" | "unsuccessful" | "machine" | "notAnswered" | "failed" | null;
                /**
                 * @description Contacts with this state and cause.
                 * @example 42
                 */
                contacts: number;
            }[];
            /**
             * @description Of a STOPPED or CLOSED task: contacts that a task which continues it dials, because they were never called or would have had another attempt. Null in other states. May be some seconds old, like the causes.
             * @example 120
             */
            remaining: number | null;
        };
        /** @description What an answered call does, step by step. */
        Flow: {
            /**
             * @description Of what is said, as a BCP 47 tag.
             * @example en-US
             */
            language?: string;
            /**
             * @description As the speech provider names it.
             * @example alloy
             */
            voice?: string;
            /** @description What happens when a machine has answered. By default the flow goes on as with a person. */
            onMachine?: {
                /** @enum {string} */
                do: "hangup";
            } | {
                /** @enum {string} */
                do: "continue";
            } | {
                /** @enum {string} */
                do: "leaveMessage";
                /**
                 * @description The first step of the message, after the tone.
                 * @example thanks
                 */
                step: string;
            };
            /** @description What is said to what sounds like a machine and may be an assistant that asks who is calling. Whoever takes the call then hears the flow from its beginning; if nobody does, `onMachine` follows. */
            onScreening?: {
                /**
                 * @description Who is calling, and why. `{{field}}` is a field of the contact, `{{field|there}}` has a fallback, `{{digits.STEP}}` and `{{result.FIELD}}` are results of the call.
                 * @example Hello {{name|there}}, this is the clinic.
                 */
                say: string;
            };
            /** @description Taken one after the other, unless a step names another one. */
            steps: ({
                /**
                 * @description Unique in the flow.
                 * @example greeting
                 */
                id: string;
                /**
                 * @description Says a text.
                 * @enum {string}
                 */
                type: "say";
                /**
                 * @description What is said. `{{field}}` is a field of the contact, `{{field|there}}` has a fallback, `{{digits.STEP}}` and `{{result.FIELD}}` are results of the call.
                 * @example Hello {{name|there}}, this is the clinic.
                 */
                text: string;
                /**
                 * @description Of what is said, as a BCP 47 tag.
                 * @example en-US
                 */
                language?: string;
                /**
                 * @description As the speech provider names it.
                 * @example alloy
                 */
                voice?: string;
                /**
                 * @description The step after this one. By default the following one; after the last one the call is hung up.
                 * @example thanks
                 */
                next?: string;
            } | {
                /**
                 * @description Unique in the flow.
                 * @example greeting
                 */
                id: string;
                /**
                 * @description Plays an uploaded audio.
                 * @enum {string}
                 */
                type: "play";
                /**
                 * @description An uploaded audio.
                 * @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e
                 */
                audioId: string;
                /**
                 * @description The step after this one. By default the following one; after the last one the call is hung up.
                 * @example thanks
                 */
                next?: string;
            } | {
                /**
                 * @description Unique in the flow.
                 * @example greeting
                 */
                id: string;
                /**
                 * @description Asks for keys.
                 * @enum {string}
                 */
                type: "gather";
                /**
                 * @description What is said meanwhile. `{{field}}` is a field of the contact, `{{field|there}}` has a fallback, `{{digits.STEP}}` and `{{result.FIELD}}` are results of the call.
                 * @example Hello {{name|there}}, this is the clinic.
                 */
                text?: string;
                /**
                 * @description Of what is said, as a BCP 47 tag.
                 * @example en-US
                 */
                language?: string;
                /**
                 * @description As the speech provider names it.
                 * @example alloy
                 */
                voice?: string;
                /**
                 * @description An uploaded audio.
                 * @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e
                 */
                audioId?: string;
                /**
                 * @description Said before the next try, instead of the text. `{{field}}` is a field of the contact, `{{field|there}}` has a fallback, `{{digits.STEP}}` and `{{result.FIELD}}` are results of the call.
                 * @example Hello {{name|there}}, this is the clinic.
                 */
                retryText?: string;
                /**
                 * @default 1
                 * @example 1
                 */
                minDigits?: number;
                /**
                 * @default 1
                 * @example 1
                 */
                maxDigits?: number;
                /**
                 * @description Ends the input before maxDigits; it is not part of it.
                 * @default #
                 * @example #
                 */
                endKey?: string;
                /**
                 * @description Keys that are accepted. Any other key makes the try fail.
                 * @default 0123456789
                 * @example 12
                 */
                keys?: string;
                /**
                 * @description Seconds to wait for a key, after the text and after each key.
                 * @default 5
                 * @example 5
                 */
                timeout?: number;
                /**
                 * @default 1
                 * @example 2
                 */
                tries?: number;
                /**
                 * @description Whether a key stops what is being said.
                 * @default true
                 */
                interrupt?: boolean;
                /**
                 * @description The step if no try brought valid input. By default the same as after valid input.
                 * @example thanks
                 */
                noInput?: string;
                /**
                 * @description The step after this one. By default the following one; after the last one the call is hung up.
                 * @example thanks
                 */
                next?: string;
            } | {
                /**
                 * @description Unique in the flow.
                 * @example greeting
                 */
                id: string;
                /**
                 * @description Goes to the step of the first case that is true, otherwise to the next one.
                 * @enum {string}
                 */
                type: "branch";
                cases: {
                    /**
                     * @description A condition on the result of the call so far.
                     * @example digits.confirm == "1"
                     */
                    when: string;
                    /**
                     * @description The step if the condition is true.
                     * @example thanks
                     */
                    next: string;
                }[];
                /**
                 * @description The step after this one. By default the following one; after the last one the call is hung up.
                 * @example thanks
                 */
                next?: string;
            } | {
                /**
                 * @description Unique in the flow.
                 * @example greeting
                 */
                id: string;
                /**
                 * @description Connects the callee with somebody else.
                 * @enum {string}
                 */
                type: "transfer";
                /**
                 * @description `sip:user@host`, `tel:+4930123456`, `queue:sales` or `dialplan:context,extension,priority`.
                 * @example queue:sales
                 */
                to: string;
                /**
                 * @description Seconds that it rings there.
                 * @default 30
                 * @example 5
                 */
                timeout?: number;
                /**
                 * @description The step after this one. By default the following one; after the last one the call is hung up.
                 * @example thanks
                 */
                next?: string;
            } | {
                /**
                 * @description Unique in the flow.
                 * @example greeting
                 */
                id: string;
                /**
                 * @description Records the whole call from here on, or a message of the callee.
                 * @enum {string}
                 */
                type: "record";
                /**
                 * @description The whole call, while the flow goes on; or a message, for which it waits.
                 * @enum {string}
                 */
                what: "call" | "message";
                /**
                 * @description The recording ends after this many seconds.
                 * @example 5
                 */
                maxSeconds?: number;
                /**
                 * @description A message ends after this many seconds of silence.
                 * @example 5
                 */
                silence?: number;
                /** @description Whether a tone comes before a message. */
                tone?: boolean;
                /**
                 * @description Ends a message.
                 * @example #
                 */
                endKey?: string;
                /**
                 * @description The step after this one. By default the following one; after the last one the call is hung up.
                 * @example thanks
                 */
                next?: string;
            } | {
                /**
                 * @description Unique in the flow.
                 * @example greeting
                 */
                id: string;
                /**
                 * @description Connects the call with a voice agent.
                 * @enum {string}
                 */
                type: "stream";
                /**
                 * @description Of the agent: ws:// or wss://.
                 * @example wss://agent.example.com/calls
                 */
                url: string;
                /**
                 * @description Given to the agent in addition to the fields of the contact, up to 20; texts as in say.
                 * @example {
                 *       "purpose": "reminder"
                 *     }
                 */
                parameters?: {
                    [key: string]: string;
                };
                /**
                 * @description When the connection is opened. While it rings: the agent speaks sooner, but is also there for calls that nobody answers.
                 * @default answer
                 * @enum {string}
                 */
                connect?: "ringing" | "answer";
                /**
                 * @description Said if the agent fails, before the call ends. `{{field}}` is a field of the contact, `{{field|there}}` has a fallback, `{{digits.STEP}}` and `{{result.FIELD}}` are results of the call.
                 * @example Hello {{name|there}}, this is the clinic.
                 */
                failText?: string;
                /**
                 * @description Of what is said, as a BCP 47 tag.
                 * @example en-US
                 */
                language?: string;
                /**
                 * @description As the speech provider names it.
                 * @example alloy
                 */
                voice?: string;
                /**
                 * @description The conversation ends after this many seconds.
                 * @example 5
                 */
                maxSeconds?: number;
                /**
                 * @description The step after this one. By default the following one; after the last one the call is hung up.
                 * @example thanks
                 */
                next?: string;
            } | {
                /**
                 * @description Unique in the flow.
                 * @example greeting
                 */
                id: string;
                /**
                 * @description Sets a result field.
                 * @enum {string}
                 */
                type: "set";
                /**
                 * @description The result field. `callbackTime` asks for another call: `17:00`, `+90m`, `+2h`, `+1d` or a time such as `2026-05-04T17:00:00+02:00`.
                 * @example answer
                 */
                field: string;
                /**
                 * @description A text as in say.
                 * @example yes
                 */
                value: string;
                /**
                 * @description The step after this one. By default the following one; after the last one the call is hung up.
                 * @example thanks
                 */
                next?: string;
            } | {
                /**
                 * @description Unique in the flow.
                 * @example greeting
                 */
                id: string;
                /**
                 * @description Puts the number on a do-not-call list.
                 * @enum {string}
                 */
                type: "optOut";
                /**
                 * @description The list.
                 * @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e
                 */
                listId: string;
                /**
                 * @description The step after this one. By default the following one; after the last one the call is hung up.
                 * @example thanks
                 */
                next?: string;
            } | {
                /**
                 * @description Unique in the flow.
                 * @example greeting
                 */
                id: string;
                /**
                 * @description Ends the call.
                 * @enum {string}
                 */
                type: "hangup";
            })[];
        };
        /**
         * @example {
         *       "flow": {
         *         "steps": [
         *           {
         *             "id": "confirm",
         *             "type": "gather",
         *             "text": "Press 1 to confirm.",
         *             "keys": "1"
         *           },
         *           {
         *             "id": "thanks",
         *             "type": "say",
         *             "text": "Thank you."
         *           }
         *         ]
         *       },
         *       "successWhen": "digits.confirm == \"1\""
         *     }
         */
        FlowCheck: {
            /**
             * @description Any document: what is wrong with it is in the answer.
             * @example {
             *       "steps": [
             *         {
             *           "id": "confirm",
             *           "type": "gather",
             *           "text": "Press 1 to confirm.",
             *           "keys": "1"
             *         },
             *         {
             *           "id": "thanks",
             *           "type": "say",
             *           "text": "Thank you."
             *         }
             *       ]
             *     }
             */
            flow: {
                [key: string]: unknown;
            };
            /**
             * @description A data source that exists: whether its contacts have the fields that the flow uses.
             * @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e
             */
            dataSourceId?: string | null;
            /**
             * @description As in a task; it is checked together with the flow.
             * @example digits.confirm == "1"
             */
            successWhen?: string | null;
        };
        FlowExample: {
            /** @example appointment */
            id: string;
            name: string;
            description: string;
            flow: components["schemas"]["Flow"];
            successWhen: string;
            /** @description What has to be chosen before the flow can be used. */
            choices: {
                step: string;
                field: string;
                /**
                 * @description A do-not-call list, a place to transfer to, or the address of a voice agent.
                 * @enum {string}
                 */
                what: "list" | "target" | "url";
            }[];
        };
        FlowFault: {
            /**
             * @description The id of the step; null if it is about none.
             * @example ask
             */
            step: string | null;
            /** @example flow.steps[2].next */
            field: string;
            /**
             * @description As in the errors of requests.
             * @example flow_invalid
             */
            code: string;
            /** @description The same in a sentence. */
            message: string;
            /** @description The facts of the code, by name. */
            params: {
                [key: string]: string | number | string[];
            };
        };
        FlowFaults: {
            /** @description Empty: the flow can be used. */
            faults: components["schemas"]["FlowFault"][];
        };
        FlowPreview: {
            /** @description What has happened, in order. */
            entries: {
                /** @description Milliseconds after the answer; how long a text takes is a guess. */
                atMs: number;
                /** @description The id of the step. */
                step: string;
                /**
                 * @description What happened.
                 * @enum {string}
                 */
                what: "say" | "play" | "key" | "set" | "record" | "transfer" | "stream" | "optOut" | "verdict" | "hangup";
                /** @description The text that is said, the id of the audio, the key, the result field with its value, the target, the address of the agent, the list, or the verdict. */
                text: string;
            }[];
            /** @description The step that the call is in. */
            step: string;
            /**
             * @description What the call waits for; null: it is over. Where it waits for a key, `wait` lets the time for it pass. `talk`: the callee talks with somebody else.
             * @enum {string|null}
             */
            waitsFor: "sound" | "key" | "recording" | "transfer" | "agent" | "tone" | "talk" | null;
            /** @description What has come of the call so far. */
            result: {
                [key: string]: unknown;
            };
            isOver: boolean;
        };
        /**
         * @example {
         *       "flow": {
         *         "steps": [
         *           {
         *             "id": "confirm",
         *             "type": "gather",
         *             "text": "Press 1 to confirm.",
         *             "keys": "1"
         *           },
         *           {
         *             "id": "thanks",
         *             "type": "say",
         *             "text": "Thank you."
         *           }
         *         ]
         *       },
         *       "fields": {
         *         "name": "Ada"
         *       },
         *       "events": [
         *         {
         *           "key": "1"
         *         }
         *       ]
         *     }
         */
        FlowPreviewRequest: {
            /**
             * @description The flow to walk through.
             * @example {
             *       "steps": [
             *         {
             *           "id": "confirm",
             *           "type": "gather",
             *           "text": "Press 1 to confirm.",
             *           "keys": "1"
             *         },
             *         {
             *           "id": "thanks",
             *           "type": "say",
             *           "text": "Thank you."
             *         }
             *       ]
             *     }
             */
            flow: components["schemas"]["Flow"];
            /**
             * @description The fields of the contact.
             * @example {
             *       "name": "Ada"
             *     }
             */
            fields?: {
                [key: string]: string;
            } | null;
            /**
             * @description Everything that has happened so far, from the answer on.
             * @example [
             *       {
             *         "wait": true
             *       },
             *       {
             *         "key": "1"
             *       }
             *     ]
             */
            events?: {
                /**
                 * @description The callee presses a key.
                 * @enum {string}
                 */
                key?: "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "*" | "#";
                /**
                 * @description Time passes until something happens.
                 * @enum {boolean}
                 */
                wait?: true;
                /**
                 * @description Who has answered. As the first event it applies from the beginning; otherwise a person says hello.
                 * @enum {string}
                 */
                verdict?: "person" | "machine" | "screening" | "silence" | "unknown";
                /**
                 * @description How the transfer ends.
                 * @enum {string}
                 */
                transfer?: "answered" | "busy" | "no_answer" | "failed" | "handed_over" | "refused" | "declined";
                /**
                 * @description How the voice agent ends.
                 * @enum {string}
                 */
                agent?: "done" | "refused" | "silent" | "died";
                /**
                 * @description With agent: the result fields that it gives.
                 * @example {
                 *       "name": "Ada"
                 *     }
                 */
                fields?: {
                    [key: string]: string;
                };
                /**
                 * @description The callee hangs up.
                 * @enum {boolean}
                 */
                hangup?: true;
            }[] | null;
        };
        DataSource: {
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            id: string;
            dataSourceName: string;
            dataSourceDesc: string;
            /**
             * @description Number of contacts in the data source.
             * @example 1200
             */
            contactCount: number;
            /**
             * @description The custom field that is the display name of a contact; left out if there is none.
             * @example customerName
             */
            nameField?: string;
            /**
             * @description The country of numbers that name none; left out if it is that of the service.
             * @example DE
             */
            country?: string;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            createTime: string;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            updateTime: string;
        };
        /**
         * @example {
         *       "dataSourceName": "Spring customers",
         *       "dataSourceDesc": "Everyone who ordered since March"
         *     }
         */
        NewDataSource: {
            /**
             * @description Unique, 1-100 characters after outer white space is trimmed, at least one of them visible.
             * @example Spring customers
             */
            dataSourceName: string;
            /** @example Everyone who ordered since March */
            dataSourceDesc?: string | null;
            /**
             * @description The custom field that is the display name of a contact.
             * @example customerName
             */
            nameField?: string | null;
            /**
             * @description The country of numbers that name none; left out: that of the service.
             * @example DE
             * @enum {string|null}
             */
            country?: "AC" | "AD" | "AE" | "AF" | "AG" | "AI" | "AL" | "AM" | "AO" | "AR" | "AS" | "AT" | "AU" | "AW" | "AX" | "AZ" | "BA" | "BB" | "BD" | "BE" | "BF" | "BG" | "BH" | "BI" | "BJ" | "BL" | "BM" | "BN" | "BO" | "BQ" | "BR" | "BS" | "BT" | "BW" | "BY" | "BZ" | "CA" | "CC" | "CD" | "CF" | "CG" | "CH" | "CI" | "CK" | "CL" | "CM" | "CN" | "CO" | "CR" | "CU" | "CV" | "CW" | "CX" | "CY" | "CZ" | "DE" | "DJ" | "DK" | "DM" | "DO" | "DZ" | "EC" | "EE" | "EG" | "EH" | "ER" | "ES" | "ET" | "FI" | "FJ" | "FK" | "FM" | "FO" | "FR" | "GA" | "GB" | "GD" | "GE" | "GF" | "GG" | "GH" | "GI" | "GL" | "GM" | "GN" | "GP" | "GQ" | "GR" | "GT" | "GU" | "GW" | "GY" | "HK" | "HN" | "HR" | "HT" | "HU" | "ID" | "IE" | "IL" | "IM" | "IN" | "IO" | "IQ" | "IR" | "IS" | "IT" | "JE" | "JM" | "JO" | "JP" | "KE" | "KG" | "KH" | "KI" | "KM" | "KN" | "KP" | "KR" | "KW" | "KY" | "KZ" | "LA" | "LB" | "LC" | "LI" | "LK" | "LR" | "LS" | "LT" | "LU" | "LV" | "LY" | "MA" | "MC" | "MD" | "ME" | "MF" | "MG" | "MH" | "MK" | "ML" | "MM" | "MN" | "MO" | "MP" | "MQ" | "MR" | "MS" | "MT" | "MU" | "MV" | "MW" | "MX" | "MY" | "MZ" | "NA" | "NC" | "NE" | "NF" | "NG" | "NI" | "NL" | "NO" | "NP" | "NR" | "NU" | "NZ" | "OM" | "PA" | "PE" | "PF" | "PG" | "PH" | "PK" | "PL" | "PM" | "PR" | "PS" | "PT" | "PW" | "PY" | "QA" | "RE" | "RO" | "RS" | "RU" | "RW" | "SA" | "SB" | "SC" | "SD" | "SE" | "SG" | "SH" | "SI" | "SJ" | "SK" | "SL" | "SM" | "SN" | "SO" | "SR" | "SS" | "ST" | "SV" | "SX" | "SY" | "SZ" | "TA" | "TC" | "TD" | "TG" | "TH" | "TJ" | "TK" | "TL" | "TM" | "TN" | "TO" | "TR" | "TT" | "TV" | "TW" | "TZ" | "UA" | "UG" | "US" | "UY" | "UZ" | "VA" | "VC" | "VE" | "VG" | "VI" | "VN" | "VU" | "WF" | "WS" | "XK" | "YE" | "YT" | "ZA" | "ZM" | "ZW" | null;
        };
        /**
         * @example {
         *       "id": "01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e",
         *       "dataSourceName": "Summer customers"
         *     }
         */
        DataSourceChange: {
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            id: string;
            /**
             * @description Unique, 1-100 characters after outer white space is trimmed, at least one of them visible.
             * @example Spring customers
             */
            dataSourceName?: string | null;
            /** @example Everyone who ordered since March */
            dataSourceDesc?: string | null;
            /**
             * @description The custom field that is the display name of a contact; null removes it.
             * @example customerName
             */
            nameField?: string | null;
            /**
             * @description The country of numbers that name none; null: that of the service. A change compares all numbers again; it is refused while contacts are called.
             * @example DE
             * @enum {string|null}
             */
            country?: "AC" | "AD" | "AE" | "AF" | "AG" | "AI" | "AL" | "AM" | "AO" | "AR" | "AS" | "AT" | "AU" | "AW" | "AX" | "AZ" | "BA" | "BB" | "BD" | "BE" | "BF" | "BG" | "BH" | "BI" | "BJ" | "BL" | "BM" | "BN" | "BO" | "BQ" | "BR" | "BS" | "BT" | "BW" | "BY" | "BZ" | "CA" | "CC" | "CD" | "CF" | "CG" | "CH" | "CI" | "CK" | "CL" | "CM" | "CN" | "CO" | "CR" | "CU" | "CV" | "CW" | "CX" | "CY" | "CZ" | "DE" | "DJ" | "DK" | "DM" | "DO" | "DZ" | "EC" | "EE" | "EG" | "EH" | "ER" | "ES" | "ET" | "FI" | "FJ" | "FK" | "FM" | "FO" | "FR" | "GA" | "GB" | "GD" | "GE" | "GF" | "GG" | "GH" | "GI" | "GL" | "GM" | "GN" | "GP" | "GQ" | "GR" | "GT" | "GU" | "GW" | "GY" | "HK" | "HN" | "HR" | "HT" | "HU" | "ID" | "IE" | "IL" | "IM" | "IN" | "IO" | "IQ" | "IR" | "IS" | "IT" | "JE" | "JM" | "JO" | "JP" | "KE" | "KG" | "KH" | "KI" | "KM" | "KN" | "KP" | "KR" | "KW" | "KY" | "KZ" | "LA" | "LB" | "LC" | "LI" | "LK" | "LR" | "LS" | "LT" | "LU" | "LV" | "LY" | "MA" | "MC" | "MD" | "ME" | "MF" | "MG" | "MH" | "MK" | "ML" | "MM" | "MN" | "MO" | "MP" | "MQ" | "MR" | "MS" | "MT" | "MU" | "MV" | "MW" | "MX" | "MY" | "MZ" | "NA" | "NC" | "NE" | "NF" | "NG" | "NI" | "NL" | "NO" | "NP" | "NR" | "NU" | "NZ" | "OM" | "PA" | "PE" | "PF" | "PG" | "PH" | "PK" | "PL" | "PM" | "PR" | "PS" | "PT" | "PW" | "PY" | "QA" | "RE" | "RO" | "RS" | "RU" | "RW" | "SA" | "SB" | "SC" | "SD" | "SE" | "SG" | "SH" | "SI" | "SJ" | "SK" | "SL" | "SM" | "SN" | "SO" | "SR" | "SS" | "ST" | "SV" | "SX" | "SY" | "SZ" | "TA" | "TC" | "TD" | "TG" | "TH" | "TJ" | "TK" | "TL" | "TM" | "TN" | "TO" | "TR" | "TT" | "TV" | "TW" | "TZ" | "UA" | "UG" | "US" | "UY" | "UZ" | "VA" | "VC" | "VE" | "VG" | "VI" | "VN" | "VU" | "WF" | "WS" | "XK" | "YE" | "YT" | "ZA" | "ZM" | "ZW" | null;
        };
        AddedDataSource: {
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            id: string;
            dataSourceName: string;
            dataSourceDesc: string;
            /**
             * @description Number of contacts in the data source.
             * @example 1200
             */
            contactCount: number;
            /**
             * @description The custom field that is the display name of a contact; left out if there is none.
             * @example customerName
             */
            nameField?: string;
            /**
             * @description The country of numbers that name none; left out if it is that of the service.
             * @example DE
             */
            country?: string;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            createTime: string;
        };
        UpdatedDataSource: {
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            id: string;
            dataSourceName: string;
            dataSourceDesc: string;
            /**
             * @description Number of contacts in the data source.
             * @example 1200
             */
            contactCount: number;
            /**
             * @description The custom field that is the display name of a contact; left out if there is none.
             * @example customerName
             */
            nameField?: string;
            /**
             * @description The country of numbers that name none; left out if it is that of the service.
             * @example DE
             */
            country?: string;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            updateTime: string;
            /** @description Only after a change of the country: how many contacts now have the same number as another one. */
            duplicateCount?: number;
        };
        /** @description A contact with all of its custom fields. */
        Contact: {
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            id: string;
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            dataSourceId: string;
            /** @description A custom field; empty if the contact does not have it. */
            customerName: string;
            /**
             * @description An optional +, then 3-20 digits, with the separators people type.
             * @example +86 138-0013-8000
             */
            phoneNumber: string;
            /** @description A custom field; empty if the contact does not have it. */
            address: string;
            /** @description A custom field; empty if the contact does not have it. */
            orderAmount: string;
            /**
             * @description 1 SUCCESS, 2 FAILED, 3 NOT_DIALED, 4 IN_PROGRESS: the latest across tasks.
             * @example 3
             */
            status: number;
            /** @description Calls made to the contact, in all tasks. */
            callCount: number;
            /**
             * @description It is not called before this time.
             * @example 2026-03-02 09:30:00
             */
            callTime: string | null;
            /**
             * @description It is not called from this time on.
             * @example 2026-03-02 09:30:00
             */
            callUntil: string | null;
            /**
             * @description When it was withdrawn: no task calls it. Null if it is not.
             * @example 2026-03-02 09:30:00
             */
            withdrawTime: string | null;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            createTime: string;
        } & {
            [key: string]: unknown;
        };
        /**
         * @description Besides `phoneNumber`, any custom fields: names of 1-64 characters, values of up to 1000 characters, at most 50 in a request and on a contact, which as JSON are at most 16384 bytes (UTF-8) together, and 500 different names in a data source. Numbers and booleans are stored as their text, digit for digit. A number that many JSON libraries round, because it is greater than 9007199254740991, is refused: send it as a string.
         * @example {
         *       "phoneNumber": "13800138000",
         *       "customerName": "王小明",
         *       "address": "北京市朝阳区",
         *       "orderAmount": "299.50"
         *     }
         */
        NewContact: {
            /**
             * @description An optional +, then 3-20 digits, with the separators people type.
             * @example +86 138-0013-8000
             */
            phoneNumber: string;
            /**
             * @description No task calls the contact before this time, in the time zone of the service. May also be an instant with an offset, such as 2026-03-02T09:00:00Z.
             * @example 2026-03-02 09:00:00
             * @example 2026-03-02T09:00:00+01:00
             */
            callTime?: string | null;
            /**
             * @description No task calls it from this time on. Must be later than callTime. May also be an instant with an offset, such as 2026-03-02T09:00:00Z.
             * @example 2026-03-02 09:00:00
             * @example 2026-03-02T09:00:00+01:00
             */
            callUntil?: string | null;
        } & {
            [key: string]: string | number | boolean | null;
        };
        /** @description The supplied fields and what the service adds. */
        AddedContact: {
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            id: string;
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            dataSourceId: string;
            /**
             * @description An optional +, then 3-20 digits, with the separators people type.
             * @example +86 138-0013-8000
             */
            phoneNumber: string;
            /**
             * @description 1 SUCCESS, 2 FAILED, 3 NOT_DIALED, 4 IN_PROGRESS: the latest across tasks.
             * @example 3
             */
            status: number;
            /**
             * @description It is not called before this time.
             * @example 2026-03-02 09:30:00
             */
            callTime: string | null;
            /**
             * @description It is not called from this time on.
             * @example 2026-03-02 09:30:00
             */
            callUntil: string | null;
            /**
             * @description When it was withdrawn: no task calls it. Null if it is not.
             * @example 2026-03-02 09:30:00
             */
            withdrawTime: string | null;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            createTime: string;
        } & {
            [key: string]: unknown;
        };
        /**
         * @description The fields to change; null removes a custom field. Besides `phoneNumber`, any custom fields: names of 1-64 characters, values of up to 1000 characters, at most 50 in a request and on a contact, which as JSON are at most 16384 bytes (UTF-8) together, and 500 different names in a data source. Numbers and booleans are stored as their text, digit for digit. A number that many JSON libraries round, because it is greater than 9007199254740991, is refused: send it as a string.
         * @example {
         *       "contactId": "01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e",
         *       "address": "上海市浦东新区"
         *     }
         */
        ContactChange: {
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            contactId: string;
            /**
             * @description An optional +, then 3-20 digits, with the separators people type.
             * @example +86 138-0013-8000
             */
            phoneNumber?: string | null;
            /**
             * @description No task calls the contact before this time, in the time zone of the service. May also be an instant with an offset, such as 2026-03-02T09:00:00Z.
             * @example 2026-03-02 09:00:00
             * @example 2026-03-02T09:00:00+01:00
             */
            callTime?: string | null;
            /**
             * @description No task calls it from this time on. Must be later than callTime. May also be an instant with an offset, such as 2026-03-02T09:00:00Z.
             * @example 2026-03-02 09:00:00
             * @example 2026-03-02T09:00:00+01:00
             */
            callUntil?: string | null;
        } & {
            [key: string]: string | number | boolean | null;
        };
        /**
         * @description A contact of the data source, by its id or by its number: one of the two is required.
         * @example {
         *       "contactId": "01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e"
         *     }
         */
        ContactName: {
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            contactId?: string | null;
            /**
             * @description An optional +, then 3-20 digits, with the separators people type.
             * @example +86 138-0013-8000
             */
            phoneNumber?: string | null;
        };
        /** @description All fields as they are now. */
        UpdatedContact: {
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            id: string;
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            dataSourceId: string;
            /**
             * @description An optional +, then 3-20 digits, with the separators people type.
             * @example +86 138-0013-8000
             */
            phoneNumber: string;
            /**
             * @description It is not called before this time.
             * @example 2026-03-02 09:30:00
             */
            callTime: string | null;
            /**
             * @description It is not called from this time on.
             * @example 2026-03-02 09:30:00
             */
            callUntil: string | null;
            /**
             * @description When it was withdrawn: no task calls it. Null if it is not.
             * @example 2026-03-02 09:30:00
             */
            withdrawTime: string | null;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            updateTime: string;
        } & {
            [key: string]: unknown;
        };
        FailedRow: {
            /**
             * @description As a spreadsheet numbers it: the title row is 1.
             * @example 7
             */
            row: number;
            phoneNumber: string;
            /** @enum {string} */
            reason: "missing" | "invalid" | "duplicate";
            /** @enum {string} */
            code: "phone_missing" | "phone_formula_without_result" | "phone_invalid" | "phone_decimal" | "phone_shortened" | "duplicate" | "text_after_quote" | "too_many_cells" | "field_unstorable" | "field_too_long" | "too_many_fields" | "fields_too_large" | "already_listed" | "expire_time_invalid" | "expire_time_passed" | "call_time_invalid" | "call_until_not_later" | "country_unknown";
            /** @description The parameters of the code, by name. */
            params: {
                [key: string]: string | number;
            };
            /** @example phoneNumber is required */
            message: string;
            /** @description Only of a duplicate: the contact that has the number. */
            contactId?: string;
        };
        ImportResult: {
            /** @description successCount + failCount. */
            importCount: number;
            successCount: number;
            failCount: number;
            /** @description Of the successes: rows merged into existing contacts. */
            updatedCount: number;
            /** @description One entry for each row that failed, in file order. */
            details: components["schemas"]["FailedRow"][];
            /** @description Of the successes: numbers whose country is not known, because they name none and neither the data source nor the service has one. They are compared as they are written. */
            unplacedCount: number;
            /** @description The first 1000 of them, in file order. */
            unplaced: {
                /** @description As a spreadsheet numbers it: the title row is 1. */
                row: number;
                phoneNumber: string;
            }[];
            /** @description Columns that the service sets itself. */
            ignoredColumns: string[];
        };
        CheckedNumbers: {
            /** @description The rows that were looked at: at most the first 10,000. */
            checkedCount: number;
            /** @description Numbers that exist in the numbering plan of their country. */
            validCount: number;
            /** @description Not phone numbers: these rows would fail. */
            invalidCount: number;
            /** @description Phone numbers whose country is not known. They are imported, and compared as they are written. */
            unplacedCount: number;
            /** @description Phone numbers that their country does not have. They are imported. */
            unlikelyCount: number;
            /** @description The first three of each problem, in the order of the file. */
            examples: {
                /** @description As a spreadsheet numbers it: the title row is 1. */
                row: number;
                phoneNumber: string;
                /** @enum {string} */
                problem: "invalid" | "country_unknown" | "unlikely";
            }[];
        };
        ImportColumn: {
            /** @description From 0, left to right. */
            column: number;
            /** @description As in the title row of the file. */
            title: string;
            /** @description The field that the column becomes by default; null: it is ignored. */
            field: string | null;
            /**
             * @description Why it is ignored by default: it has no title; another column has the same title; the service sets the field itself; its title cannot be a field name; a do-not-call list has no such field.
             * @enum {string|null}
             */
            ignoredReason: "no_title" | "repeated_title" | "service_field" | "invalid_title" | "unknown_field" | null;
        };
        ImportPreview: {
            /** @enum {string} */
            format: "csv" | "xlsx";
            /** @description Of a CSV file: as named, or as detected. */
            encoding: string | null;
            /** @description Of a CSV file. */
            separator: string | null;
            /** @description Of a workbook: the name of the sheet that is imported. */
            sheet: string | null;
            /** @description Of a workbook: the names of the sheets that can be chosen. */
            sheets: string[];
            /** @description The row with the titles; 0 if there is none. */
            headerRow: number;
            columns: components["schemas"]["ImportColumn"][];
            /** @description The column with the phone numbers; null if none was recognised. */
            phoneColumn: number | null;
            /**
             * @description How it was recognised: by the title `phoneNumber`, by another title, or by its content.
             * @enum {string|null}
             */
            phoneReason: "field_name" | "title" | "content" | null;
            /** @description The first 20 rows, long cells shortened. */
            rows: {
                /** @description As a spreadsheet numbers it: the title row is 1. */
                row: number;
                cells: string[];
            }[];
        };
        ImportJob: {
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            id: string;
            /**
             * @description The target, if it is a data source.
             * @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e
             */
            dataSourceId: string | null;
            /**
             * @description The target, if it is a do-not-call list.
             * @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e
             */
            doNotCallListId: string | null;
            /** @enum {string} */
            status: "uploaded" | "running" | "completed" | "failed" | "canceled" | "undoing" | "undone";
            fileName: string;
            /** @description In bytes. */
            fileSize: number;
            /** @description SHA-256 of the file, in hexadecimal digits. */
            fileDigest: string;
            /** @description Data rows in the file; null until it has been read once. */
            totalRows: number | null;
            /** @description Rows done so far: successCount + failCount. */
            importCount: number;
            /** @description addedCount + updatedCount. */
            successCount: number;
            /** @description New contacts, or new entries. */
            addedCount: number;
            /** @description Of the successes: rows merged into existing contacts, or that replaced entries. */
            updatedCount: number;
            failCount: number;
            /** @description Of the failed rows: those whose number existed. */
            duplicateCount: number;
            /** @description Of the successes: numbers whose country is not known. They are compared as they are written; `/failure/list?code=country_unknown` lists the first 1000. */
            unplacedCount: number;
            /** @description Of a CSV file: as named, or as detected. */
            encoding: string | null;
            /**
             * @description As given at the start; null before.
             * @enum {string|null}
             */
            onDuplicate: "skip" | "update" | null;
            /** @description Why the import failed. */
            error: {
                /** @enum {string} */
                code: "required" | "field_unknown" | "wrong_type" | "no_flow_version" | "not_one_of" | "out_of_range" | "invalid" | "wrong_length" | "wrong_count" | "conflicting_fields" | "end_passed" | "simulated_before" | "no_real_line" | "no_simulator" | "unknown_cursor" | "not_in_task" | "flow_invalid" | "address_refused" | "transfer_denied" | "gateway_lacks" | "phone_invalid" | "duplicate" | "field_name_invalid" | "limit_exceeded" | "upload_invalid" | "request_incomplete" | "file_too_large" | "file_layout_wrong" | "file_unreadable" | "file_unsupported" | "encoding_unknown" | "encoding_wrong" | "not_found" | "name_taken" | "not_allowed" | "in_use" | "recording_unavailable" | "range_outside" | "not_applicable" | "number_denied" | "busy" | "unavailable" | "speech_failed" | "forbidden" | "header_invalid" | "key_reused" | "answer_not_kept" | "state_unknown" | "token_invalid" | "signature_invalid" | "signature_used" | "too_many_requests" | "path_unknown" | "method_not_served" | "request_malformed" | "request_too_large" | "media_type_unsupported" | "internal_error" | "import_not_started";
                /** @description The facts of the code, by name; with the `row`, if it is about one. */
                params: {
                    [key: string]: string | number | string[];
                };
                message: string;
            } | null;
            /** @description The name of the token that uploaded the file. */
            actor: string;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            createTime: string;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            startTime: string | null;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            endTime: string | null;
            undo: {
                /** @description The name of the token that asked for it. */
                actor: string;
                /**
                 * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
                 * @example 2026-03-02 09:30:00
                 */
                startTime: string;
                /** @description Contacts deleted so far. */
                removedCount: number;
                /** @description Contacts that a task began to dial after the undo had begun: they are kept. */
                keptCount: number;
            } | null;
        };
        ImportJobDetail: {
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            id: string;
            /**
             * @description The target, if it is a data source.
             * @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e
             */
            dataSourceId: string | null;
            /**
             * @description The target, if it is a do-not-call list.
             * @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e
             */
            doNotCallListId: string | null;
            /** @enum {string} */
            status: "uploaded" | "running" | "completed" | "failed" | "canceled" | "undoing" | "undone";
            fileName: string;
            /** @description In bytes. */
            fileSize: number;
            /** @description SHA-256 of the file, in hexadecimal digits. */
            fileDigest: string;
            /** @description Data rows in the file; null until it has been read once. */
            totalRows: number | null;
            /** @description Rows done so far: successCount + failCount. */
            importCount: number;
            /** @description addedCount + updatedCount. */
            successCount: number;
            /** @description New contacts, or new entries. */
            addedCount: number;
            /** @description Of the successes: rows merged into existing contacts, or that replaced entries. */
            updatedCount: number;
            failCount: number;
            /** @description Of the failed rows: those whose number existed. */
            duplicateCount: number;
            /** @description Of the successes: numbers whose country is not known. They are compared as they are written; `/failure/list?code=country_unknown` lists the first 1000. */
            unplacedCount: number;
            /** @description Of a CSV file: as named, or as detected. */
            encoding: string | null;
            /**
             * @description As given at the start; null before.
             * @enum {string|null}
             */
            onDuplicate: "skip" | "update" | null;
            /** @description Why the import failed. */
            error: {
                /** @enum {string} */
                code: "required" | "field_unknown" | "wrong_type" | "no_flow_version" | "not_one_of" | "out_of_range" | "invalid" | "wrong_length" | "wrong_count" | "conflicting_fields" | "end_passed" | "simulated_before" | "no_real_line" | "no_simulator" | "unknown_cursor" | "not_in_task" | "flow_invalid" | "address_refused" | "transfer_denied" | "gateway_lacks" | "phone_invalid" | "duplicate" | "field_name_invalid" | "limit_exceeded" | "upload_invalid" | "request_incomplete" | "file_too_large" | "file_layout_wrong" | "file_unreadable" | "file_unsupported" | "encoding_unknown" | "encoding_wrong" | "not_found" | "name_taken" | "not_allowed" | "in_use" | "recording_unavailable" | "range_outside" | "not_applicable" | "number_denied" | "busy" | "unavailable" | "speech_failed" | "forbidden" | "header_invalid" | "key_reused" | "answer_not_kept" | "state_unknown" | "token_invalid" | "signature_invalid" | "signature_used" | "too_many_requests" | "path_unknown" | "method_not_served" | "request_malformed" | "request_too_large" | "media_type_unsupported" | "internal_error" | "import_not_started";
                /** @description The facts of the code, by name; with the `row`, if it is about one. */
                params: {
                    [key: string]: string | number | string[];
                };
                message: string;
            } | null;
            /** @description The name of the token that uploaded the file. */
            actor: string;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            createTime: string;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            startTime: string | null;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            endTime: string | null;
            undo: {
                /** @description The name of the token that asked for it. */
                actor: string;
                /**
                 * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
                 * @example 2026-03-02 09:30:00
                 */
                startTime: string;
                /** @description Contacts deleted so far. */
                removedCount: number;
                /** @description Contacts that a task began to dial after the undo had begun: they are kept. */
                keptCount: number;
            } | null;
            /** @description The fields that the columns become, as given at the start; null before. */
            columns: {
                /** @description From 0, left to right. */
                column: number;
                /**
                 * @description `phoneNumber` or the name of a custom field; of a do-not-call list `phoneNumber`, `note` or `expireTime`.
                 * @example phoneNumber
                 */
                field: string;
            }[] | null;
            /** @description Of a data source, before the end: the column whose field is recognised as the display name; null if none was. */
            nameColumn: number | null;
            /** @description Null after the end, when only the failed rows are kept. */
            preview: components["schemas"]["ImportPreview"] | null;
        };
        /**
         * @example {
         *       "columns": [
         *         {
         *           "column": 0,
         *           "field": "customerName"
         *         },
         *         {
         *           "column": 1,
         *           "field": "phoneNumber"
         *         }
         *       ],
         *       "onDuplicate": "update"
         *     }
         */
        ImportStart: {
            /** @description The field that each column becomes; columns that are not listed are ignored. Default: as the preview proposes. */
            columns?: {
                /** @description From 0, left to right. */
                column: number;
                /**
                 * @description `phoneNumber` or the name of a custom field; of a do-not-call list `phoneNumber`, `note` or `expireTime`.
                 * @example phoneNumber
                 */
                field: string;
            }[] | null;
            /**
             * @description What happens to a row whose number already exists: with `skip`, the default, it fails as a duplicate; with `update` it is merged into the contact, or replaces the entry of a do-not-call list.
             * @enum {string|null}
             */
            onDuplicate?: "skip" | "update" | null;
            /**
             * @description Of a data source: the imported field that becomes the display name of its contacts; null: the data source keeps the one it has, if any. Default: recognised in the first import, by the name of the field.
             * @example customerName
             */
            nameField?: string | null;
        };
        ImportFailure: {
            /**
             * @description The number of the row, for `afterId`.
             * @example 7
             */
            id: string;
            /**
             * @description As a spreadsheet numbers it: the title row is 1.
             * @example 7
             */
            row: number;
            /** @description The title of the column at fault; null if the whole row is. */
            column: string | null;
            /** @description The text at fault, shortened. */
            value: string;
            /** @enum {string} */
            code: "phone_missing" | "phone_formula_without_result" | "phone_invalid" | "phone_decimal" | "phone_shortened" | "duplicate" | "text_after_quote" | "too_many_cells" | "field_unstorable" | "field_too_long" | "too_many_fields" | "fields_too_large" | "already_listed" | "expire_time_invalid" | "expire_time_passed" | "call_time_invalid" | "call_until_not_later" | "country_unknown";
            /** @description The parameters of the code, by name. */
            params: {
                [key: string]: string | number;
            };
            /** @example phoneNumber is required */
            message: string;
        };
        ImportRecord: {
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            id: string;
            /**
             * @description The target, if it is a data source.
             * @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e
             */
            dataSourceId: string | null;
            /**
             * @description The target, if it is a do-not-call list.
             * @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e
             */
            doNotCallListId: string | null;
            /** @enum {string} */
            status: "uploaded" | "running" | "completed" | "failed" | "canceled" | "undoing" | "undone";
            fileName: string;
            /** @description In bytes. */
            fileSize: number;
            /** @description SHA-256 of the file, in hexadecimal digits. */
            fileDigest: string;
            /** @description Data rows in the file; null until it has been read once. */
            totalRows: number | null;
            /** @description Rows done so far: successCount + failCount. */
            importCount: number;
            /** @description addedCount + updatedCount. */
            successCount: number;
            /** @description New contacts, or new entries. */
            addedCount: number;
            /** @description Of the successes: rows merged into existing contacts, or that replaced entries. */
            updatedCount: number;
            failCount: number;
            /** @description Of the failed rows: those whose number existed. */
            duplicateCount: number;
            /** @description Of the successes: numbers whose country is not known. They are compared as they are written; `/failure/list?code=country_unknown` lists the first 1000. */
            unplacedCount: number;
            /** @description Of a CSV file: as named, or as detected. */
            encoding: string | null;
            /**
             * @description As given at the start; null before.
             * @enum {string|null}
             */
            onDuplicate: "skip" | "update" | null;
            /** @description Why the import failed. */
            error: {
                /** @enum {string} */
                code: "required" | "field_unknown" | "wrong_type" | "no_flow_version" | "not_one_of" | "out_of_range" | "invalid" | "wrong_length" | "wrong_count" | "conflicting_fields" | "end_passed" | "simulated_before" | "no_real_line" | "no_simulator" | "unknown_cursor" | "not_in_task" | "flow_invalid" | "address_refused" | "transfer_denied" | "gateway_lacks" | "phone_invalid" | "duplicate" | "field_name_invalid" | "limit_exceeded" | "upload_invalid" | "request_incomplete" | "file_too_large" | "file_layout_wrong" | "file_unreadable" | "file_unsupported" | "encoding_unknown" | "encoding_wrong" | "not_found" | "name_taken" | "not_allowed" | "in_use" | "recording_unavailable" | "range_outside" | "not_applicable" | "number_denied" | "busy" | "unavailable" | "speech_failed" | "forbidden" | "header_invalid" | "key_reused" | "answer_not_kept" | "state_unknown" | "token_invalid" | "signature_invalid" | "signature_used" | "too_many_requests" | "path_unknown" | "method_not_served" | "request_malformed" | "request_too_large" | "media_type_unsupported" | "internal_error" | "import_not_started";
                /** @description The facts of the code, by name; with the `row`, if it is about one. */
                params: {
                    [key: string]: string | number | string[];
                };
                message: string;
            } | null;
            /** @description The name of the token that uploaded the file. */
            actor: string;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            createTime: string;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            startTime: string | null;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            endTime: string | null;
            undo: {
                /** @description The name of the token that asked for it. */
                actor: string;
                /**
                 * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
                 * @example 2026-03-02 09:30:00
                 */
                startTime: string;
                /** @description Contacts deleted so far. */
                removedCount: number;
                /** @description Contacts that a task began to dial after the undo had begun: they are kept. */
                keptCount: number;
            } | null;
            canUndo: boolean;
            /** @description How many contacts an undo would delete now: those that it added and that still exist. */
            undoContactCount: number;
            /** @description Why it cannot be undone: as the error that an undo would answer with. */
            undoProblem: {
                /** @enum {string} */
                code: "required" | "field_unknown" | "wrong_type" | "no_flow_version" | "not_one_of" | "out_of_range" | "invalid" | "wrong_length" | "wrong_count" | "conflicting_fields" | "end_passed" | "simulated_before" | "no_real_line" | "no_simulator" | "unknown_cursor" | "not_in_task" | "flow_invalid" | "address_refused" | "transfer_denied" | "gateway_lacks" | "phone_invalid" | "duplicate" | "field_name_invalid" | "limit_exceeded" | "upload_invalid" | "request_incomplete" | "file_too_large" | "file_layout_wrong" | "file_unreadable" | "file_unsupported" | "encoding_unknown" | "encoding_wrong" | "not_found" | "name_taken" | "not_allowed" | "in_use" | "recording_unavailable" | "range_outside" | "not_applicable" | "number_denied" | "busy" | "unavailable" | "speech_failed" | "forbidden" | "header_invalid" | "key_reused" | "answer_not_kept" | "state_unknown" | "token_invalid" | "signature_invalid" | "signature_used" | "too_many_requests" | "path_unknown" | "method_not_served" | "request_malformed" | "request_too_large" | "media_type_unsupported" | "internal_error";
                /** @description The facts of the code, by name. */
                params: {
                    [key: string]: string | number | string[];
                };
                message: string;
            } | null;
        };
        /** @description What came of an answered call. Parts that nothing is known about are left out. */
        CallResult: {
            /** @description Who answered. */
            verdict?: {
                /**
                 * @description Who answered: `person` a person, `machine` an answering machine or voicemail, `screening` a call screening service, `silence` nobody spoke, `unknown` it is not known.
                 * @example person
                 * @enum {string}
                 */
                is: "person" | "machine" | "screening" | "silence" | "unknown";
                /** @enum {string} */
                by: "detector" | "agent" | "platform";
                /**
                 * @description How it was decided, in a word.
                 * @example short_greeting
                 */
                how: string;
                /**
                 * @description Milliseconds after the answer.
                 * @example 1900
                 */
                afterMs: number;
            };
            /**
             * @description What was keyed in, by gather step; empty if nothing valid was.
             * @example {
             *       "confirm": "1"
             *     }
             */
            digits?: {
                [key: string]: string;
            };
            /**
             * @description Result fields.
             * @example {
             *       "mood": "good"
             *     }
             */
            fields?: {
                [key: string]: string;
            };
            transfer?: {
                to: string;
                /**
                 * @description `handed_over`: a queue or the dialplan has the call; who answered there is not known. `refused`: the rules of permission forbid the place. `declined`: the other party did not press the key that takes the call.
                 * @enum {string}
                 */
                result: "answered" | "busy" | "no_answer" | "failed" | "handed_over" | "refused" | "declined";
                /**
                 * @description When the result was known, in milliseconds after the answer.
                 * @example 4200
                 */
                offsetMs?: number;
            };
            /**
             * @description The do-not-call list that the number was put on.
             * @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e
             */
            optOut?: string;
            /**
             * @description When another call was asked for.
             * @example 2026-03-02 09:30:00
             */
            callbackTime?: string;
            recordings?: {
                /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                id: string;
                /** @enum {string} */
                what: "call" | "message";
                /**
                 * @description When it began, in milliseconds after the answer.
                 * @example 20
                 */
                offsetMs?: number;
            }[];
            /** @description What was said, by step, in order. */
            said?: {
                step: string;
                text: string;
                /**
                 * @description When it began, in milliseconds after the answer.
                 * @example 4200
                 */
                offsetMs?: number;
            }[];
            /** @description What was keyed in at gather steps, valid or not, in order. */
            pressed?: {
                step: string;
                /** @example 1 */
                keys: string;
                /**
                 * @description When the last of the keys was pressed, in milliseconds after the answer.
                 * @example 4200
                 */
                offsetMs: number;
            }[];
            /**
             * @description How the voice agent ended.
             * @enum {string}
             */
            agent?: "done" | "refused" | "silent" | "died";
            /** @description The last step that began. */
            step?: string;
            /**
             * @description The version of its task's flow that the call ran.
             * @example 1
             */
            version?: number;
            /** @description The steps that the call took, in order: at most 100. Of a longer path the middle is left out. Empty if it was forgotten with its contact. */
            path?: {
                /** @example confirm */
                step: string;
                /**
                 * @description When it began, in milliseconds after the answer.
                 * @example 2100
                 */
                offsetMs: number;
                /**
                 * @description How the step was left, if the next one does not say it: `keys:1` what was keyed in, `noInput`, `case:1` the case of a branch from 1, `else`, `transfer:busy` how a transfer ended, `agent:done` how the voice agent ended, `machine` because a machine answered, `passedScreening` because an assistant put the call through. Of the last step: `hungUp` the callee hung up, `failed` the call could not go on, `interrupted` its end was not observed; `transfer:answered` and `transfer:handed_over` the call was transferred; otherwise the flow came to its end. `skipped`: steps are left out.
                 * @example keys:1
                 */
                exit?: string;
            }[];
            /**
             * @description The step at which the callee hung up. Left out if the flow came to its end or a transfer was answered.
             * @example confirm
             */
            hungUp?: string;
            /**
             * @description Set if the call was answered and its end was not observed, because its node or its gateway died: the result is what was known until then.
             * @enum {string}
             */
            ending?: "interrupted";
            /** @description How the sound of the callee arrived, over the whole call. Only from Asterisk. */
            media?: {
                /**
                 * @description Share of the packets that did not arrive, from 0 to 1.
                 * @example 0.01
                 */
                loss: number;
                /**
                 * @description Milliseconds.
                 * @example 4.2
                 */
                jitterMs: number;
                /**
                 * @description Asterisk's media experience score, from 0 to 100; from 80 on the sound is good. Left out for short calls.
                 * @example 92
                 */
                mes?: number;
            };
            /** @description What was not done as the flow or a voice agent says: a callback time that was ignored, or a field for which there was no room. */
            notes?: {
                step: string;
                /** @enum {string} */
                code: "callback_past" | "callback_too_far" | "callback_unreadable" | "result_full";
                /** @description The time that was asked for, or the field. */
                text: string;
            }[];
        };
        /** @description What a voice agent has told about its call. */
        Conversation: {
            /** @example She comes on Monday. */
            summary: string | null;
            /** @description What the voice agent says that the call has cost. */
            costs: {
                /** @example 0.042 */
                amount: number;
                /** @example USD */
                currency: string;
                /**
                 * @description What it is for; may be empty.
                 * @example speech
                 */
                of: string;
            }[];
            /** @description How the agent took turns; null if it did not talk. */
            pace: {
                /** @description Milliseconds that the callee waited for each answer. */
                turns: number[];
                /**
                 * @description How often the agent began while the callee talked.
                 * @example 0
                 */
                talkedOver: number;
                /**
                 * @description How often the callee waited for 3 seconds.
                 * @example 0
                 */
                silences: number;
            } | null;
            /**
             * @description Lines of the transcript, which is read with `getTranscript`.
             * @example 12
             */
            lineCount: number;
        };
        /** @description Something that was said in a call with a voice agent. */
        TranscriptLine: {
            /**
             * @description Who said it.
             * @enum {string}
             */
            who: "agent" | "callee";
            /** @example Yes, that is fine. */
            text: string;
            /**
             * @description Milliseconds after the answer; null if the agent did not say.
             * @example 4200
             */
            offsetMs: number | null;
        };
        /** @description A call that has ended. */
        Call: {
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            id: string;
            /**
             * @description Null of a call without a task.
             * @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e
             */
            taskId: string | null;
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            contactId: string;
            /**
             * @description Whether we called, or somebody called us. The task and the contact of an inbound call are those that were called last at the number; if there are none, the task is null.
             * @enum {string}
             */
            direction: "outbound" | "inbound";
            /**
             * @description The number that was dialed, or that called; `anonymous` if the caller shows none.
             * @example 13800138000
             */
            phoneNumber: string;
            /**
             * @description The display name of the contact; left out if it has none, or was deleted.
             * @example 王小明
             */
            displayName?: string;
            /**
             * @description 1, increased with every recall of the contact.
             * @example 1
             */
            round: number;
            /**
             * @description The number of the attempt in its round, from 1.
             * @example 2
             */
            attempt: number;
            /**
             * @description 1 success, 2 fail, 3 noAnswer.
             * @example 1
             */
            outcome: number;
            /**
             * @description What came of it in five words, by its cause: `successful` a success by the rule of its task, `unsuccessful` answered, not successful, `machine` a machine or a call screening service answered, `notAnswered` rang out, unreachable or switched off, `failed` busy, rejected, no such number, congestion or an error.
             * @example successful
             * @enum {string}
             */
            ending: "successful" | "unsuccessful" | "machine" | "notAnswered" | "failed";
            /**
             * @description The finer cause of the outcome: `answered` the call was answered, and is a success by the rule of its task, `callback` another call was asked for, `machine` a machine answered, `screening` a call screening service answered, `silence` nobody spoke, `unverified` it is not known whether a person answered, `agent_failed` the voice agent failed, `not_confirmed` the result does not meet the condition of its task, `no_answer` it rang out, `unreachable` the phone could not be reached, `switched_off` the phone was off, `voicemail` the platform says that a machine took the call, `busy` the line was busy, `rejected` the call was rejected, `invalid_number` there is no such number, `congestion` the network was congested, `network_error` the network failed, `gateway_error` the gateway failed, `lost` the end of the call was not observed.
             * @example answered
             * @enum {string}
             */
            cause: "answered" | "callback" | "machine" | "screening" | "silence" | "unverified" | "agent_failed" | "not_confirmed" | "no_answer" | "unreachable" | "switched_off" | "voicemail" | "busy" | "rejected" | "invalid_number" | "congestion" | "network_error" | "gateway_error" | "lost";
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            startTime: string;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            answerTime: string | null;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            endTime: string;
            /**
             * @description Talk time in seconds.
             * @example 34.2
             */
            talkSeconds: number;
            /** @description What came of it; null if it was not answered or nothing is known. */
            result: components["schemas"]["CallResult"] | null;
            /**
             * @description The SIP status that ended the call before it was answered; null if it was answered, or if the gateway does not know it.
             * @example 486
             */
            sipStatus: number | null;
            /**
             * @description The trunk of the call; null without trunks.
             * @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e
             */
            trunkId: string | null;
            /**
             * @description Null without a trunk, and if it was deleted.
             * @example Main carrier
             */
            trunkName: string | null;
            /**
             * @description The number that the callee was shown; null if the service did not choose it.
             * @example +4930901820
             */
            callerId: string | null;
            /** @description By the prices that the trunk has now, and without transfers. Null if the call was not answered or came from outside, and if the trunk has no currency or no price for the number. */
            lineCost: {
                /**
                 * @description What the trunk charges for the talk.
                 * @example 0.024
                 */
                amount: number;
                /** @example USD */
                currency: string;
            } | null;
            /** @description What its voice agent has told; null if it had none, or one that told nothing. */
            conversation: components["schemas"]["Conversation"] | null;
            /** @description Only of a call that was asked for with `POST /api/call`. Its task is null and its contact the id of the request. */
            singleCall?: {
                /**
                 * @description What `POST /api/call` returned.
                 * @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e
                 */
                id: string;
                /** @description False: it is tried again. */
                isLast: boolean;
                /** @description Why it was not placed: a code, or what the gateway says. */
                reason: string | null;
            };
        };
        /** @description A call as it is now, live or ended. */
        CallNow: {
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            id: string;
            /**
             * @description Null of a call without a task.
             * @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e
             */
            taskId: string | null;
            /** @example 13800138000 */
            phoneNumber: string;
            /** @example 王小明 */
            displayName?: string;
            /** @description False: it has ended. */
            isLive: boolean;
            /**
             * @description What a live call does now: it waits for keys (`listening`), for the tone or the end of a machine, or for a person after a screening service, talks to a voice agent (`streaming`) or to somebody else (`talking`), or ends (`over`). Null: it is not answered yet, has ended, or its flow runs elsewhere.
             * @enum {string|null}
             */
            phase: "playing" | "listening" | "recording" | "transferring" | "talking" | "streaming" | "waiting_for_tone" | "introducing" | "awaiting_person" | "closing" | "over" | null;
            /** @description Whether `POST /api/call/{id}/transfer` is possible now. */
            canTransfer: boolean;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            startTime: string;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            answerTime: string | null;
            /**
             * @description Null while it is live.
             * @example 34.2
             */
            talkSeconds: number | null;
            /**
             * @description Null while it is live.
             * @example answered
             * @enum {string|null}
             */
            cause: "answered" | "callback" | "machine" | "screening" | "silence" | "unverified" | "agent_failed" | "not_confirmed" | "no_answer" | "unreachable" | "switched_off" | "voicemail" | "busy" | "rejected" | "invalid_number" | "congestion" | "network_error" | "gateway_error" | "lost" | null;
            /** @description What has come of it so far. */
            result: components["schemas"]["CallResult"] | null;
        };
        /** @description A decision that a contact may not be called, now or ever. */
        Denial: {
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            time: string;
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            taskId: string;
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            contactId: string;
            /** @example 13800138000 */
            phoneNumber: string;
            /**
             * @description Why the number may not be called: see docs/permission.md.
             * @example do_not_call
             * @enum {string}
             */
            reason: "do_not_call" | "emergency_number" | "denied_prefix" | "no_allowed_prefix" | "too_short" | "too_long" | "no_calling_hours" | "withdrawn" | "after_call_until" | "denied_on_trunk" | "premium_number" | "recipient_hours" | "daily_budget" | "monthly_budget" | "before_call_time";
            /**
             * @description It may be called from then on; null is never.
             * @example 2026-03-02 09:30:00
             */
            until: string | null;
            /** @description What decided, such as the list, the prefix or the place. */
            detail: {
                [key: string]: unknown;
            };
        };
        /**
         * @example {
         *       "phoneNumber": "13800138000",
         *       "flow": {
         *         "steps": [
         *           {
         *             "id": "reminder",
         *             "type": "say",
         *             "text": "Your table is ready, {{name|dear guest}}."
         *           }
         *         ]
         *       },
         *       "fields": {
         *         "name": "Ann"
         *       }
         *     }
         */
        CallRequest: {
            /**
             * @description An optional +, then 3-20 digits, with the separators people type.
             * @example +86 138-0013-8000
             */
            phoneNumber: string;
            /**
             * @description Call with the flow, the success rule, the hours, the do-not-call lists and the trunks of this task, in whatever state it is; not beside a flow or hours of its own. The call does not count for the task.
             * @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e
             */
            taskId?: string | null;
            /**
             * @description What an answered call does; null: the call goes where the gateway sends it. `POST /api/flow/check` says what is wrong with it.
             * @example {
             *       "steps": [
             *         {
             *           "id": "greeting",
             *           "type": "say",
             *           "text": "Hello {{name|there}}."
             *         }
             *       ]
             *     }
             */
            flow?: ((components["schemas"]["Flow"] | null) | null) | components["schemas"]["Flow"] | null;
            /**
             * @description Which answered calls are a success: `answered` (all), `person`, or a condition on the result such as `digits.confirm == "1"`, in which digits and result fields are those of the flow.
             * @example digits.confirm == "1"
             */
            successWhen?: string | null;
            /** @description Values for the fields that the flow uses. `timeZone` is where the person is, as for contacts. */
            fields?: {
                [key: string]: string;
            } | null;
            /**
             * @description Not before this time, in the time zone of the service. Null or in the past is now. May also be an instant with an offset, such as 2026-03-02T09:00:00Z.
             * @example 2026-03-02 09:00:00
             * @example 2026-03-02T09:00:00+01:00
             */
            callTime?: string | null;
            /**
             * @description No attempt begins at this time or later. Later than now and than `callTime`. Null is a day after `callTime`, or after now without it. May also be an instant with an offset, such as 2026-03-02T09:00:00Z.
             * @example 2026-03-02 09:00:00
             * @example 2026-03-02T09:00:00+01:00
             */
            callUntil?: string | null;
            /**
             * @description The trunk that the call takes.
             * @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e
             */
            trunkId?: string | null;
            /**
             * @description The number that the phone shows, in place of one of the pool. The carrier must accept it.
             * @example +4930901820
             */
            callerId?: string | null;
            /**
             * @description Among such calls; 1 is the highest. All of them come before the calls of tasks.
             * @default 3
             * @example 3
             */
            priority?: number | null;
            /**
             * @description Max number of attempts.
             * @default 1
             * @example 1
             */
            maxDialCount?: number | null;
            /**
             * @description Min seconds between the end of one attempt and the start of the next.
             * @default 60
             * @example 60
             */
            callInterval?: number | null;
            /**
             * @description Calls start from this time of the day on, in the time zone of the service. Null is no bound. The start and the end must differ.
             * @example 09:00
             */
            dailyStartTime?: string | null;
            /**
             * @description Calls start before this time; earlier than the start means the next day. Null is no bound. The start and the end must differ.
             * @example 09:00
             */
            dailyEndTime?: string | null;
            /**
             * @description The days on which calls start: 1 is Monday, 7 is Sunday. Null is every day.
             * @example [
             *       1,
             *       2,
             *       3,
             *       4,
             *       5
             *     ]
             */
            weekdays?: number[] | null;
            /**
             * @description Whose wall clock the daily window, the weekdays and the holidays are read on: the one of the service, or the one where the called person is.
             * @enum {string|null}
             */
            windowZone?: "service" | "recipient" | null;
        };
        /** @description A call that was asked for with its number. It is kept for 30 days after its end; call records stay. */
        SingleCall: {
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            id: string;
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            taskId: string | null;
            /** @example 13800138000 */
            phoneNumber: string;
            /**
             * @description `scheduled`: its time has not come; `waiting`: it may not be called now, or waits for a line or the next attempt; `preparing`: it has a line, and what it says is being made: nobody is called yet; `calling` and `answered`: an attempt goes on; `ended`.
             * @enum {string}
             */
            status: "scheduled" | "waiting" | "preparing" | "calling" | "answered" | "ended";
            /**
             * @description Why it waits, or why it ended without a call: `do_not_call` on a do-not-call list, `emergency_number` emergency number, `denied_prefix` denied prefix, `premium_number` satellite or premium-rate number, `no_allowed_prefix` not among the allowed prefixes, `too_short` too few digits, `too_long` too many digits, `no_calling_hours` no calling hours where the person is, `recipient_hours` outside the calling hours where the person is, `daily_budget` attempts in 24 hours used up, `monthly_budget` attempts in 30 days used up, `withdrawn` withdrawn, `after_call_until` too late to be called, `denied_on_trunk` its trunk would dial a number that may not be called, `before_call_time` too early to be called, `outside_window` outside the calling hours, `waiting_interval` waiting for the next attempt, `waiting_callback` waiting for the requested callback time, `number_busy_elsewhere` the number has another call, `waiting_for_line` no line is free, `waiting_for_trunk` no trunk has room, `no_lines` the dialer is limited to 0 lines, `no_dialer` no dialer is running, `gateway_down` the gateway is down, `gateway_error` the gateway did not place the call, `gateway_busy` the gateway or trunk takes no more calls at the moment, `speech_not_ready` its speech is not ready yet, `cancelled` canceled, `simulated_before` requested while calls were simulated, `lost` result unknown.
             * @enum {string|null}
             */
            reason: "do_not_call" | "emergency_number" | "denied_prefix" | "premium_number" | "no_allowed_prefix" | "too_short" | "too_long" | "no_calling_hours" | "recipient_hours" | "daily_budget" | "monthly_budget" | "withdrawn" | "after_call_until" | "denied_on_trunk" | "before_call_time" | "outside_window" | "waiting_interval" | "waiting_callback" | "number_busy_elsewhere" | "waiting_for_line" | "waiting_for_trunk" | "no_lines" | "no_dialer" | "gateway_down" | "gateway_error" | "gateway_busy" | "speech_not_ready" | "cancelled" | "simulated_before" | "lost" | null;
            priority: number;
            maxDialCount: number;
            /** @description How many attempts have ended. */
            attempts: number;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            callTime: string;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            callUntil: string;
            /**
             * @description When it is tried next; null while it is live and when it has ended.
             * @example 2026-03-02 09:30:00
             */
            nextTime: string | null;
            /** @description The token that asked for it. */
            actor: string;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            createTime: string;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            cancelTime: string | null;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            endTime: string | null;
            /** @description Its attempts that have ended, in order. The last one has the result. */
            calls: components["schemas"]["Call"][];
        };
        /** @description A call that was asked for with its number, in a list. */
        ListedSingleCall: {
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            id: string;
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            taskId: string | null;
            /** @example 13800138000 */
            phoneNumber: string;
            /**
             * @description `scheduled`: its time has not come; `waiting`: it may not be called now, or waits for a line or the next attempt; `preparing`: it has a line, and what it says is being made: nobody is called yet; `calling` and `answered`: an attempt goes on; `ended`.
             * @enum {string}
             */
            status: "scheduled" | "waiting" | "preparing" | "calling" | "answered" | "ended";
            /**
             * @description Why it waits, or why it ended without a call: `do_not_call` on a do-not-call list, `emergency_number` emergency number, `denied_prefix` denied prefix, `premium_number` satellite or premium-rate number, `no_allowed_prefix` not among the allowed prefixes, `too_short` too few digits, `too_long` too many digits, `no_calling_hours` no calling hours where the person is, `recipient_hours` outside the calling hours where the person is, `daily_budget` attempts in 24 hours used up, `monthly_budget` attempts in 30 days used up, `withdrawn` withdrawn, `after_call_until` too late to be called, `denied_on_trunk` its trunk would dial a number that may not be called, `before_call_time` too early to be called, `outside_window` outside the calling hours, `waiting_interval` waiting for the next attempt, `waiting_callback` waiting for the requested callback time, `number_busy_elsewhere` the number has another call, `waiting_for_line` no line is free, `waiting_for_trunk` no trunk has room, `no_lines` the dialer is limited to 0 lines, `no_dialer` no dialer is running, `gateway_down` the gateway is down, `gateway_error` the gateway did not place the call, `gateway_busy` the gateway or trunk takes no more calls at the moment, `speech_not_ready` its speech is not ready yet, `cancelled` canceled, `simulated_before` requested while calls were simulated, `lost` result unknown.
             * @enum {string|null}
             */
            reason: "do_not_call" | "emergency_number" | "denied_prefix" | "premium_number" | "no_allowed_prefix" | "too_short" | "too_long" | "no_calling_hours" | "recipient_hours" | "daily_budget" | "monthly_budget" | "withdrawn" | "after_call_until" | "denied_on_trunk" | "before_call_time" | "outside_window" | "waiting_interval" | "waiting_callback" | "number_busy_elsewhere" | "waiting_for_line" | "waiting_for_trunk" | "no_lines" | "no_dialer" | "gateway_down" | "gateway_error" | "gateway_busy" | "speech_not_ready" | "cancelled" | "simulated_before" | "lost" | null;
            priority: number;
            maxDialCount: number;
            /** @description How many attempts have ended. */
            attempts: number;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            callTime: string;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            callUntil: string;
            /**
             * @description When it is tried next; null while it is live and when it has ended.
             * @example 2026-03-02 09:30:00
             */
            nextTime: string | null;
            /** @description The token that asked for it. */
            actor: string;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            createTime: string;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            cancelTime: string | null;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            endTime: string | null;
        };
        /** @description A recording of a call. */
        Recording: {
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            id: string;
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            callId: string;
            /**
             * @description Null of a call without a task.
             * @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e
             */
            taskId: string | null;
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            contactId: string;
            /**
             * @description The whole call, or a message of the callee.
             * @enum {string}
             */
            what: "call" | "message";
            /**
             * @description `pending` it is being recorded or fetched from the gateway, `kept` it can be listened to, `missing` the gateway did not have it for a day.
             * @enum {string}
             */
            status: "pending" | "kept" | "missing";
            /**
             * @description Null until it is kept.
             * @example 34.2
             */
            seconds: number | null;
            /**
             * @description Size of the file; null until it is kept.
             * @example 547244
             */
            bytes: number | null;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            createTime: string;
            /**
             * @description When it is deleted; null: not by itself.
             * @example 2026-03-02 09:30:00
             */
            expireTime: string | null;
        };
        /** @description Something that happened to a number. */
        NumberEvent: {
            /** @example 1773021600000000-call-01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            id: string;
            /**
             * @description Of a call: when it started.
             * @example 2026-03-02 09:30:00
             */
            time: string;
            /**
             * @description `call` a call that has ended, `live_call` a live call, `denial` it was decided that the number may not be called, now or ever, `do_not_call_added` the number was added to a do-not-call list, `do_not_call_replaced` it was added again, with another note or expiry, `do_not_call_removed` it was removed from the list, `do_not_call_expired` its entry in the list expired.
             * @example call
             * @enum {string}
             */
            kind: "call" | "live_call" | "denial" | "do_not_call_added" | "do_not_call_replaced" | "do_not_call_removed" | "do_not_call_expired";
            /**
             * @description Of a call, live or ended.
             * @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e
             */
            callId: string | null;
            /**
             * @description As it was written then.
             * @example 13800138000
             */
            phoneNumber: string;
            /** @description Only the digits are the same: this number or the one that was asked for names no country. They count as one number. */
            isOtherSpelling: boolean;
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            taskId: string | null;
            /** @description The task of the call or of the denial. */
            taskName: string | null;
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            contactId: string | null;
            /**
             * @description The display name of the contact; left out if it has none, or was deleted.
             * @example 王小明
             */
            displayName?: string;
            /** @description Of a call: 1 success, 2 fail, 3 noAnswer. */
            outcome: number | null;
            /**
             * @description What came of it in five words, by its cause: `successful` a success by the rule of its task, `unsuccessful` answered, not successful, `machine` a machine or a call screening service answered, `notAnswered` rang out, unreachable or switched off, `failed` busy, rejected, no such number, congestion or an error.
             * @example successful
             * @enum {string|null}
             */
            ending: "successful" | "unsuccessful" | "machine" | "notAnswered" | "failed" | null;
            /**
             * @description Of a call: how it ended.
             * @example answered
             * @enum {string|null}
             */
            cause: "answered" | "callback" | "machine" | "screening" | "silence" | "unverified" | "agent_failed" | "not_confirmed" | "no_answer" | "unreachable" | "switched_off" | "voicemail" | "busy" | "rejected" | "invalid_number" | "congestion" | "network_error" | "gateway_error" | "lost" | null;
            /**
             * @description Of a call.
             * @example 2026-03-02 09:30:00
             */
            endTime: string | null;
            /** @description Of a call: talk time in seconds. */
            talkSeconds: number | null;
            /** @description Of a call: what came of it. */
            result: components["schemas"]["CallResult"] | null;
            /**
             * @description Why the number may not be called: see docs/permission.md.
             * @example do_not_call
             * @enum {string|null}
             */
            reason: "do_not_call" | "emergency_number" | "denied_prefix" | "no_allowed_prefix" | "too_short" | "too_long" | "no_calling_hours" | "withdrawn" | "after_call_until" | "denied_on_trunk" | "premium_number" | "recipient_hours" | "daily_budget" | "monthly_budget" | "before_call_time" | null;
            /**
             * @description Of a denial: the number may be called from then on; null is never. Of an entry: its expiry.
             * @example 2026-03-02 09:30:00
             */
            until: string | null;
            /** @description What decided, such as the list, the prefix or the place. */
            detail: {
                [key: string]: unknown;
            } | null;
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            listId: string | null;
            /** @description The do-not-call list; null if it was deleted. */
            listName: string | null;
            /** @description Of an entry. */
            note: string | null;
            /** @description The name of the token, `dialer` for denials and calls of tasks, `service` for an expiry. Of a call without a task: who asked for it. */
            actor: string;
            /**
             * @description Of a call: `inbound` if somebody called us. Its task and contact are those that were called last at the number.
             * @enum {string|null}
             */
            direction: "outbound" | "inbound" | null;
            /**
             * @description Of a call without a task: `call` was asked for with `POST /api/call`, `test` is a test call, `audio` records an audio by phone.
             * @enum {string|null}
             */
            purpose: "call" | "test" | "audio" | null;
            /**
             * @description The trunk of the call; null without trunks.
             * @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e
             */
            trunkId: string | null;
            /**
             * @description Null without a trunk, and if it was deleted.
             * @example Main carrier
             */
            trunkName: string | null;
            /**
             * @description The number that the callee was shown; null if the service did not choose it.
             * @example +4930901820
             */
            callerId: string | null;
        };
        /** @description What applies to a number now. */
        NumberSummary: {
            /**
             * @description Attempts in the last 24 hours, by all tasks, with a live call.
             * @example 2
             */
            attemptsLastDay: number;
            /**
             * @description Attempts in the last 30 days.
             * @example 5
             */
            attemptsLastMonth: number;
            /**
             * @description Max number of attempts in any 24 hours; null is no limit.
             * @example 3
             */
            attemptsPerDay: number | null;
            /**
             * @description Max number of attempts in any 30 days; null is no limit.
             * @example 3
             */
            attemptsPerMonth: number | null;
            /** @description False if no task may call it now: by the rules for destinations, a global do-not-call list or a budget. */
            mayBeRung: boolean;
            /**
             * @description Why the number may not be called: see docs/permission.md.
             * @example do_not_call
             * @enum {string|null}
             */
            reason: "do_not_call" | "emergency_number" | "denied_prefix" | "no_allowed_prefix" | "too_short" | "too_long" | "no_calling_hours" | "withdrawn" | "after_call_until" | "denied_on_trunk" | "premium_number" | "recipient_hours" | "daily_budget" | "monthly_budget" | "before_call_time" | null;
            /**
             * @description From when on it may be called again; null if it may, or never.
             * @example 2026-03-02 09:30:00
             */
            until: string | null;
            /** @description The do-not-call lists on which the number is now. */
            doNotCall: {
                /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                listId: string;
                listName: string;
                /** @description Applies to all tasks. */
                isGlobal: boolean;
                /** @description As it is on the list. */
                phoneNumber: string;
                /** @description Only the digits are the same; it applies all the same. */
                isOtherSpelling: boolean;
                note: string;
                actor: string;
                /**
                 * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
                 * @example 2026-03-02 09:30:00
                 */
                createTime: string;
                /**
                 * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
                 * @example 2026-03-02 09:30:00
                 */
                expireTime: string | null;
            }[];
        };
        NumberHistory: {
            /** @example 13800138000 */
            phoneNumber: string;
            /**
             * @description As it was read: a number that names no country is one of the country of the service. Null: no country is known.
             * @example +8613800138000
             */
            internationalNumber: string | null;
            /**
             * @description The number of the same digits that counts as the same: without a country if this one has its country code, and the other way round.
             * @example 8613800138000
             */
            otherSpelling: string;
            /** @description Contacts that have these digits without a country, at most 5, the newest lists first. With a `country` of the data source it is known which number is meant. */
            withoutCountry: {
                /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                dataSourceId: string;
                dataSourceName: string;
                /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                contactId: string;
                /** @description As the contact has it. */
                phoneNumber: string;
                /**
                 * @description The country of the international number of these digits, if it has such numbers.
                 * @example CN
                 */
                likelyCountry: string | null;
            }[];
            summary: components["schemas"]["NumberSummary"];
            /** @description Number of rows in all pages together. */
            total: number;
            rows: components["schemas"]["NumberEvent"][];
        };
        DoNotCallList: {
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            id: string;
            /** @example Opted out */
            name: string;
            description: string;
            /** @description Whether it applies to all tasks, not only to those that name it. */
            isGlobal: boolean;
            /**
             * @description Number of entries, including those that have expired.
             * @example 120
             */
            entryCount: number;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            createTime: string;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            updateTime: string;
        };
        /**
         * @example {
         *       "name": "Opted out",
         *       "isGlobal": true
         *     }
         */
        NewDoNotCallList: {
            /**
             * @description Unique, 1-100 characters after outer white space is trimmed, at least one of them visible.
             * @example Opted out
             */
            name: string;
            /** @example People who asked not to be called */
            description?: string | null;
            /** @description Whether it applies to all tasks, not only to those that name it. */
            isGlobal?: boolean | null;
        };
        /**
         * @example {
         *       "id": "01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e",
         *       "isGlobal": false
         *     }
         */
        DoNotCallListChange: {
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            id: string;
            /**
             * @description Unique, 1-100 characters after outer white space is trimmed, at least one of them visible.
             * @example Opted out
             */
            name?: string | null;
            /** @example People who asked not to be called */
            description?: string | null;
            /** @description Whether it applies to all tasks, not only to those that name it. */
            isGlobal?: boolean | null;
        };
        DoNotCallEntry: {
            /**
             * @description Stays when the entry is replaced.
             * @example 42
             */
            id: string;
            /**
             * @description An optional +, then 3-20 digits, with the separators people type.
             * @example +86 138-0013-8000
             */
            phoneNumber: string;
            note: string;
            /** @description The name of the token that added it. */
            actor: string;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            createTime: string;
            /**
             * @description When the entry expires; null: never.
             * @example 2026-03-02 09:30:00
             */
            expireTime: string | null;
            /** @description The entry has expired. */
            isExpired: boolean;
        };
        /**
         * @example {
         *       "phoneNumbers": [
         *         "+86 138-0013-8000"
         *       ],
         *       "note": "asked by phone"
         *     }
         */
        NewDoNotCallEntries: {
            /** @description The numbers to add, up to 1000. Either this or `callId` must be given. */
            phoneNumbers?: string[] | null;
            /**
             * @description Instead of `phoneNumbers`: adds the number of this call, which is live or has ended.
             * @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e
             */
            callId?: string | null;
            /**
             * @description Why.
             * @example asked by phone
             */
            note?: string | null;
            /**
             * @description When the entries expire, in the time zone of the service. Default: never. May also be an instant with an offset, such as 2026-03-02T09:00:00Z.
             * @example 2026-03-02 09:00:00
             * @example 2026-03-02T09:00:00+01:00
             */
            expireTime?: string | null;
        };
        PermissionSettings: {
            /**
             * @description Max number of calls to one number in any 24 hours, by all tasks together. Null is no limit.
             * @example 3
             */
            attemptsPerDay: number | null;
            /**
             * @description Max number of calls to one number in any 30 days, by all tasks together. Null is no limit.
             * @example 3
             */
            attemptsPerMonth: number | null;
            /** @description Without separators. */
            allowedPrefixes: string[];
            /** @description Without separators. */
            deniedPrefixes: string[];
            /** @description Without separators. */
            allowedPremiumPrefixes: string[];
            /** @description Min number of digits of a number, without the +. Must not be above maxDigits. */
            minDigits: number;
            /** @description Max number of digits of a number, without the +. */
            maxDigits: number;
            /** @description Whether police, fire, ambulance and the like may be called: 110, 112, 911, 999 and so on. */
            allowEmergencyNumbers: boolean;
            /**
             * @description Your own phones: do-not-call lists and budgets do not apply when they are called by a test call or to record an audio.
             * @example [
             *       "+4930123456"
             *     ]
             */
            ownPhones: string[];
            /**
             * @description SIP hosts, with a port if they have one, to which flows may transfer calls: `sip:desk@pbx.example`.
             * @example [
             *       "pbx.example"
             *     ]
             */
            transferHosts: string[];
            /**
             * @description Contexts of the dialplan to which flows may transfer calls: `dialplan:support,100,1`.
             * @example [
             *       "support"
             *     ]
             */
            transferContexts: string[];
        };
        /**
         * @example {
         *       "attemptsPerDay": 3,
         *       "attemptsPerMonth": 10,
         *       "deniedPrefixes": [
         *         "+49 900"
         *       ]
         *     }
         */
        PermissionSettingsChange: {
            /**
             * @description Max number of calls to one number in any 24 hours, by all tasks together. Null is no limit.
             * @example 3
             */
            attemptsPerDay?: number | null;
            /**
             * @description Max number of calls to one number in any 30 days, by all tasks together. Null is no limit.
             * @example 3
             */
            attemptsPerMonth?: number | null;
            /** @description If there are any, a number must begin with one of them. */
            allowedPrefixes?: string[] | null;
            /** @description A number must begin with none of them. */
            deniedPrefixes?: string[] | null;
            /** @description Satellite and premium-rate numbers that real calls may go to; all others are refused, such as `+870`, `+1900` and `+49900`. */
            allowedPremiumPrefixes?: string[] | null;
            /** @description Min number of digits of a number, without the +. Must not be above maxDigits. */
            minDigits?: number | null;
            /** @description Max number of digits of a number, without the +. */
            maxDigits?: number | null;
            /** @description Whether police, fire, ambulance and the like may be called: 110, 112, 911, 999 and so on. */
            allowEmergencyNumbers?: boolean | null;
            /**
             * @description Your own phones: do-not-call lists and budgets do not apply when they are called by a test call or to record an audio.
             * @example [
             *       "+4930123456"
             *     ]
             */
            ownPhones?: string[] | null;
            /**
             * @description SIP hosts, with a port if they have one, to which flows may transfer calls: `sip:desk@pbx.example`.
             * @example [
             *       "pbx.example"
             *     ]
             */
            transferHosts?: string[] | null;
            /**
             * @description Contexts of the dialplan to which flows may transfer calls: `dialplan:support,100,1`.
             * @example [
             *       "support"
             *     ]
             */
            transferContexts?: string[] | null;
        };
        CalendarSummary: {
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            id: string;
            name: string;
            /** @description Whether it applies to all tasks, not only to those that name it. */
            isGlobal: boolean;
            /** @example 11 */
            dayCount: number;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            createTime: string;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            updateTime: string;
        };
        Calendar: {
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            id: string;
            name: string;
            /** @description Whether it applies to all tasks, not only to those that name it. */
            isGlobal: boolean;
            /** @example 11 */
            dayCount: number;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            createTime: string;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            updateTime: string;
            /** @description In order, each date once. */
            days: {
                /**
                 * @description A day on which nobody is called.
                 * @example 2027-01-01
                 */
                date: string;
                name: string;
            }[];
        };
        /**
         * @example {
         *       "name": "Public holidays",
         *       "days": [
         *         {
         *           "date": "2027-01-01",
         *           "name": "New Year"
         *         }
         *       ]
         *     }
         */
        NewCalendar: {
            /**
             * @description Unique, 1-100 characters after outer white space is trimmed, at least one of them visible.
             * @example Public holidays
             */
            name: string;
            /** @description Whether it applies to all tasks, not only to those that name it. */
            isGlobal?: boolean | null;
            /** @description A date that is given twice is kept once. */
            days?: {
                /**
                 * @description A day on which nobody is called.
                 * @example 2027-01-01
                 */
                date: string;
                /** @example New Year */
                name?: string;
            }[] | null;
        };
        /**
         * @example {
         *       "id": "01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e",
         *       "days": [
         *         {
         *           "date": "2027-01-01",
         *           "name": "New Year"
         *         }
         *       ]
         *     }
         */
        CalendarChange: {
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            id: string;
            /**
             * @description Unique, 1-100 characters after outer white space is trimmed, at least one of them visible.
             * @example Public holidays
             */
            name?: string | null;
            /** @description Whether it applies to all tasks, not only to those that name it. */
            isGlobal?: boolean | null;
            /** @description A date that is given twice is kept once. */
            days?: {
                /**
                 * @description A day on which nobody is called.
                 * @example 2027-01-01
                 */
                date: string;
                /** @example New Year */
                name?: string;
            }[] | null;
        };
        ImportedCalendar: {
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            id: string;
            name: string;
            /** @description Whether it applies to all tasks, not only to those that name it. */
            isGlobal: boolean;
            /** @example 11 */
            dayCount: number;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            createTime: string;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            updateTime: string;
            /** @description In order, each date once. */
            days: {
                /**
                 * @description A day on which nobody is called.
                 * @example 2027-01-01
                 */
                date: string;
                name: string;
            }[];
            /** @description Days in the file, also those that the calendar had. */
            importCount: number;
        };
        TaskReason: {
            /**
             * @description `draft` it is not published, `paused` a user paused it, `stopped` a user stopped it, or its scheduled end has come, `completed` every contact is done, `goal_met` its goal (`stopWhen`) is met, so no more calls start, `nobody_called` every contact is done without a call: none of them may ever be called, `failed` its calls failed: the gateway refused them, or its voice agent fails, `closed` a user closed it, `storage_fault` the database cannot do its work, for example because its disk is full, `no_dialer` no dialer is running, `gateway_down` no dialer has a gateway that works, `no_lines` the dialer is limited to 0 lines, `scheduled` the task has not started yet: it is scheduled for later, `outside_window` outside the daily window, on another day of the week or on a holiday, `dialing` calls are live or about to start, `claim_late` contacts can be called, and no call has started for five seconds: the claims of the dialers take long, as the database or the machine is busy, `heartbeat_late` contacts can be called, and no call has started for five seconds: the heartbeat of the dialers is late, and they place calls only within three seconds of one, `waiting_for_line` all lines are in use, `waiting_for_trunk` all lines of the trunks that it may take are in use, or those trunks are off, `no_trunk` no trunk that it may take is there: none is enabled, or those that it names were deleted, `trunk_down` the trunks that it may take are down, or held back after refusals, `trunk_partly_down` some of the trunks that it may take are down, or held back after refusals, `caller_ids_used_up` every caller ID has reached its calls of the day, `rate_limited` the limit of calls per second is reached, `waiting_for_retry` contacts wait for their next attempt, `nothing_left` about to complete, `calls_ending` live calls end, and no new ones start for now, `gateway_partly_down` some dialers have no gateway that works, `gateway_busy` the gateway accepts no more calls at the moment, `speech_slow` what the calls say is not ready yet: preparing it takes long, `agent_failing` the voice agent is failing: only one call at a time is placed, `recordings_waiting` recordings cannot be stored at the moment, `backup_failed` the last nightly backup failed, `webhook_off` a webhook was switched off, because its receiver took no event for five days or wants no more, `secrets_missing` trunks, own phones or webhooks have no secret since a restore from a backup without secrets: they do nothing until they have one, `backup_late` there was no nightly backup for a day and a half, `recipient_hours` outside the calling hours where the called person is, `daily_budget` the attempts in 24 hours are used up, `monthly_budget` the attempts in 30 days are used up, `before_call_time` its own time to be called (`callTime`) has not come.
             * @enum {string}
             */
            code: "draft" | "paused" | "stopped" | "completed" | "goal_met" | "nobody_called" | "failed" | "closed" | "storage_fault" | "no_dialer" | "gateway_down" | "no_lines" | "scheduled" | "outside_window" | "dialing" | "claim_late" | "heartbeat_late" | "waiting_for_line" | "waiting_for_trunk" | "no_trunk" | "trunk_down" | "trunk_partly_down" | "caller_ids_used_up" | "rate_limited" | "waiting_for_retry" | "nothing_left" | "calls_ending" | "gateway_partly_down" | "gateway_busy" | "speech_slow" | "agent_failing" | "recordings_waiting" | "backup_failed" | "webhook_off" | "secrets_missing" | "backup_late" | "recipient_hours" | "daily_budget" | "monthly_budget" | "before_call_time";
            /**
             * @description The same in a sentence.
             * @example Outside the calling hours: calls start again at 09:00.
             */
            message: string;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            until?: string;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            since?: string;
            /** @description Who did it. */
            actor?: string;
            /** @description In the words of the person who stopped the task, of the gateway or of the database. */
            reason?: string;
            /** @description The code of `reason`, if the database gave it: a reason of the error `unavailable`, see `ErrorDetail`. Of a pause, `simulated_before`: its calls were simulated when calls became real. */
            reasonCode?: string;
            /**
             * @description Live calls; of `rate_limited`, the limit.
             * @example 12
             */
            calls?: number;
            /**
             * @description Contacts that wait.
             * @example 12
             */
            contacts?: number;
            /** @description True if more contacts wait than `contacts`: counting stopped there. */
            isMore?: boolean;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            nextTime?: string;
            /** @description Of `nobody_called`: why, the most frequent reason first. */
            skips?: {
                /**
                 * @description Why the number may not be called: see docs/permission.md.
                 * @example do_not_call
                 * @enum {string}
                 */
                reason: "do_not_call" | "emergency_number" | "denied_prefix" | "no_allowed_prefix" | "too_short" | "too_long" | "no_calling_hours" | "withdrawn" | "after_call_until" | "denied_on_trunk" | "premium_number" | "recipient_hours" | "daily_budget" | "monthly_budget" | "before_call_time";
                /**
                 * @description Contacts with this reason.
                 * @example 12
                 */
                contacts: number;
            }[];
            /**
             * @description Tasks with something to dial at a higher priority.
             * @example 12
             */
            tasksBefore?: number;
            /**
             * @description Tasks with something to dial at the same priority.
             * @example 12
             */
            tasksBeside?: number;
            /**
             * @description The limit for all tasks together.
             * @example 12
             */
            lines?: number;
            /**
             * @description Lines all tasks use together.
             * @example 12
             */
            linesInUseAll?: number;
            /**
             * @description Dialers that run.
             * @example 12
             */
            dialers?: number;
            /**
             * @description Dialers whose gateway does not work.
             * @example 12
             */
            dialersDown?: number;
            /**
             * @description Which attempt of the round it is.
             * @example 12
             */
            attempt?: number;
            /**
             * @description How long it takes to make what a call says, or how long no call has started.
             * @example 12
             */
            seconds?: number;
            /** @description Names of trunks that take no calls now, or need their password again. */
            trunks?: string[];
            /** @description Names of own phones that need a password again. */
            phones?: string[];
            /** @description Hosts of webhooks that need a secret again. */
            webhooks?: string[];
            /**
             * @description Contacts of the list that are dialed first.
             * @example 12
             */
            contactsAhead?: number;
        };
        ContactReason: {
            /**
             * @description `live` it is being called, `done_success` a call was successful, `done_failed` no attempt reached it, or the gateway refused its calls, `done_unsuccessful` its last call was answered, but does not meet the success rule of the task, `cut_short` the task was stopped before its next attempt, `deleted` it was deleted from the data source, `not_in_task` it was added after the task was published, `not_remaining` the task that this one continues was done with it, `task_draft` the task is not published, `task_paused` the task is paused, `task_stopped` the task was stopped, `task_completed` the task is completed, `goal_met` the goal of the task was met before it was its turn, `task_failed` the task failed, `task_closed` the task is closed, `storage_fault` the database cannot do its work, for example because its disk is full, `no_dialer` no dialer is running, `gateway_down` no dialer has a gateway that works, `no_lines` the dialer is limited to 0 lines, `scheduled` the task has not started yet: it is scheduled for later, `outside_window` outside the daily window, on another day of the week or on a holiday, `number_busy_elsewhere` its number is in another live call, `waiting_interval` the call interval is not over, `waiting_callback` another call was asked for at a later time, `waiting_line` its next attempt is due, `waiting_turn` other contacts of the list come first, `recipient_hours` outside the calling hours where the called person is, `daily_budget` the attempts in 24 hours are used up, `monthly_budget` the attempts in 30 days are used up, `before_call_time` its own time to be called (`callTime`) has not come, `do_not_call` the number is on a do-not-call list, `emergency_number` it is an emergency number, `denied_prefix` the number begins with a denied prefix, `premium_number` it is a satellite or premium-rate number, `no_allowed_prefix` the number begins with none of the allowed prefixes, `too_short` the number has too few digits, `too_long` the number has too many digits, `no_calling_hours` the time zones in which the called person may be have no calling hours in common, `withdrawn` it is withdrawn, `denied_on_trunk` by their rules, all its trunks would send a number that may not be called, such as an emergency number, `after_call_until` its `callUntil` has passed, or comes before it may be called.
             * @enum {string}
             */
            code: "live" | "done_success" | "done_failed" | "done_unsuccessful" | "cut_short" | "deleted" | "not_in_task" | "not_remaining" | "task_draft" | "task_paused" | "task_stopped" | "task_completed" | "goal_met" | "task_failed" | "task_closed" | "storage_fault" | "no_dialer" | "gateway_down" | "no_lines" | "scheduled" | "outside_window" | "number_busy_elsewhere" | "waiting_interval" | "waiting_callback" | "waiting_line" | "waiting_turn" | "recipient_hours" | "daily_budget" | "monthly_budget" | "before_call_time" | "do_not_call" | "emergency_number" | "denied_prefix" | "premium_number" | "no_allowed_prefix" | "too_short" | "too_long" | "no_calling_hours" | "withdrawn" | "denied_on_trunk" | "after_call_until";
            /**
             * @description The same in a sentence.
             * @example Outside the calling hours: calls start again at 09:00.
             */
            message: string;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            until?: string;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            since?: string;
            /** @description Who did it. */
            actor?: string;
            /** @description In the words of the person who stopped the task, of the gateway or of the database. */
            reason?: string;
            /** @description The code of `reason`, if the database gave it: a reason of the error `unavailable`, see `ErrorDetail`. Of a pause, `simulated_before`: its calls were simulated when calls became real. */
            reasonCode?: string;
            /**
             * @description Live calls; of `rate_limited`, the limit.
             * @example 12
             */
            calls?: number;
            /**
             * @description Contacts that wait.
             * @example 12
             */
            contacts?: number;
            /** @description True if more contacts wait than `contacts`: counting stopped there. */
            isMore?: boolean;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            nextTime?: string;
            /** @description Of `nobody_called`: why, the most frequent reason first. */
            skips?: {
                /**
                 * @description Why the number may not be called: see docs/permission.md.
                 * @example do_not_call
                 * @enum {string}
                 */
                reason: "do_not_call" | "emergency_number" | "denied_prefix" | "no_allowed_prefix" | "too_short" | "too_long" | "no_calling_hours" | "withdrawn" | "after_call_until" | "denied_on_trunk" | "premium_number" | "recipient_hours" | "daily_budget" | "monthly_budget" | "before_call_time";
                /**
                 * @description Contacts with this reason.
                 * @example 12
                 */
                contacts: number;
            }[];
            /**
             * @description Tasks with something to dial at a higher priority.
             * @example 12
             */
            tasksBefore?: number;
            /**
             * @description Tasks with something to dial at the same priority.
             * @example 12
             */
            tasksBeside?: number;
            /**
             * @description The limit for all tasks together.
             * @example 12
             */
            lines?: number;
            /**
             * @description Lines all tasks use together.
             * @example 12
             */
            linesInUseAll?: number;
            /**
             * @description Dialers that run.
             * @example 12
             */
            dialers?: number;
            /**
             * @description Dialers whose gateway does not work.
             * @example 12
             */
            dialersDown?: number;
            /**
             * @description Which attempt of the round it is.
             * @example 12
             */
            attempt?: number;
            /**
             * @description How long it takes to make what a call says, or how long no call has started.
             * @example 12
             */
            seconds?: number;
            /** @description Names of trunks that take no calls now, or need their password again. */
            trunks?: string[];
            /** @description Names of own phones that need a password again. */
            phones?: string[];
            /** @description Hosts of webhooks that need a secret again. */
            webhooks?: string[];
            /**
             * @description Contacts of the list that are dialed first.
             * @example 12
             */
            contactsAhead?: number;
        };
        TaskExplanation: {
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            taskId: string;
            /**
             * @description 0 DRAFT, 1 RUNNING, 2 PAUSED, 3 STOPPED, 4 COMPLETED, 5 FAILED, 6 CLOSED.
             * @example 1
             */
            status: number;
            /** @example RUNNING */
            statusName: string;
            /**
             * @description `draft` it is not published, `paused` a user paused it, `stopped` a user stopped it, or its scheduled end has come, `completed` every contact is done, `goal_met` its goal (`stopWhen`) is met, so no more calls start, `nobody_called` every contact is done without a call: none of them may ever be called, `failed` its calls failed: the gateway refused them, or its voice agent fails, `closed` a user closed it, `storage_fault` the database cannot do its work, for example because its disk is full, `no_dialer` no dialer is running, `gateway_down` no dialer has a gateway that works, `no_lines` the dialer is limited to 0 lines, `scheduled` the task has not started yet: it is scheduled for later, `outside_window` outside the daily window, on another day of the week or on a holiday, `dialing` calls are live or about to start, `claim_late` contacts can be called, and no call has started for five seconds: the claims of the dialers take long, as the database or the machine is busy, `heartbeat_late` contacts can be called, and no call has started for five seconds: the heartbeat of the dialers is late, and they place calls only within three seconds of one, `waiting_for_line` all lines are in use, `waiting_for_trunk` all lines of the trunks that it may take are in use, or those trunks are off, `no_trunk` no trunk that it may take is there: none is enabled, or those that it names were deleted, `trunk_down` the trunks that it may take are down, or held back after refusals, `trunk_partly_down` some of the trunks that it may take are down, or held back after refusals, `caller_ids_used_up` every caller ID has reached its calls of the day, `rate_limited` the limit of calls per second is reached, `waiting_for_retry` contacts wait for their next attempt, `nothing_left` about to complete, `calls_ending` live calls end, and no new ones start for now, `gateway_partly_down` some dialers have no gateway that works, `gateway_busy` the gateway accepts no more calls at the moment, `speech_slow` what the calls say is not ready yet: preparing it takes long, `agent_failing` the voice agent is failing: only one call at a time is placed, `recordings_waiting` recordings cannot be stored at the moment, `backup_failed` the last nightly backup failed, `webhook_off` a webhook was switched off, because its receiver took no event for five days or wants no more, `secrets_missing` trunks, own phones or webhooks have no secret since a restore from a backup without secrets: they do nothing until they have one, `backup_late` there was no nightly backup for a day and a half, `recipient_hours` outside the calling hours where the called person is, `daily_budget` the attempts in 24 hours are used up, `monthly_budget` the attempts in 30 days are used up, `before_call_time` its own time to be called (`callTime`) has not come.
             * @enum {string}
             */
            state: "draft" | "paused" | "stopped" | "completed" | "goal_met" | "nobody_called" | "failed" | "closed" | "storage_fault" | "no_dialer" | "gateway_down" | "no_lines" | "scheduled" | "outside_window" | "dialing" | "claim_late" | "heartbeat_late" | "waiting_for_line" | "waiting_for_trunk" | "no_trunk" | "trunk_down" | "trunk_partly_down" | "caller_ids_used_up" | "rate_limited" | "waiting_for_retry" | "nothing_left" | "calls_ending" | "gateway_partly_down" | "gateway_busy" | "speech_slow" | "agent_failing" | "recordings_waiting" | "backup_failed" | "webhook_off" | "secrets_missing" | "backup_late" | "recipient_hours" | "daily_budget" | "monthly_budget" | "before_call_time";
            /**
             * @description The same in a sentence.
             * @example Outside the calling hours: calls start again at 09:00.
             */
            message: string;
            /** @description All reasons that apply at the moment; the first is the state. */
            reasons: components["schemas"]["TaskReason"][];
            /** @description notDialed + inProgress + success + failed + skipped is always total. */
            contacts: {
                /**
                 * @description Contacts in the task.
                 * @example 12
                 */
                total: number;
                /**
                 * @description Not dialed yet.
                 * @example 12
                 */
                notDialed: number;
                /**
                 * @description waitingRetry + live.
                 * @example 12
                 */
                inProgress: number;
                /**
                 * @description Waiting for an attempt, by their interval or for permission.
                 * @example 12
                 */
                waitingRetry: number;
                /**
                 * @description In a call now.
                 * @example 12
                 */
                live: number;
                /**
                 * @description Done: a call was successful.
                 * @example 12
                 */
                success: number;
                /**
                 * @description Done: no attempt was successful.
                 * @example 12
                 */
                failed: number;
                /**
                 * @description Done without a call: they may never be called.
                 * @example 12
                 */
                skipped: number;
            };
            /** @description Counted at the same moment as the contacts. */
            calls: {
                /**
                 * @description Calls that have ended.
                 * @example 12
                 */
                total: number;
                /** @description What came of the calls, in five words. They add up to all calls. */
                endings: {
                    /**
                     * @description Calls: a success by the rule of its task.
                     * @example 12
                     */
                    successful: number;
                    /**
                     * @description Calls: answered, not successful.
                     * @example 12
                     */
                    unsuccessful: number;
                    /**
                     * @description Calls: a machine or a call screening service answered.
                     * @example 12
                     */
                    machine: number;
                    /**
                     * @description Calls: rang out, unreachable or switched off.
                     * @example 12
                     */
                    notAnswered: number;
                    /**
                     * @description Calls: busy, rejected, no such number, congestion or an error.
                     * @example 12
                     */
                    failed: number;
                };
                /**
                 * @description `endings.successful` / `total`.
                 * @example 0.375
                 */
                successRate: number;
                /**
                 * @description Seconds talked per call that was picked up.
                 * @example 12.5
                 */
                averageTalkSeconds: number;
            };
            /** @description How far the task has come with its `stopWhen`; null if it has none. */
            goal: {
                isMet: boolean;
                parts: {
                    /**
                     * @description As in `stopWhen`; null: successes.
                     * @example result.region
                     */
                    name: string | null;
                    /** @example north */
                    value: string | null;
                    /**
                     * @description How many there are.
                     * @example 12
                     */
                    count: number;
                    /**
                     * @description How many there shall be.
                     * @example 12
                     */
                    wanted: number;
                }[];
            } | null;
            /**
             * @description Lines this task uses.
             * @example 12
             */
            linesInUse: number;
            /**
             * @description The limit for all tasks together.
             * @example 12
             */
            lines: number;
            /**
             * @description Lines all tasks use together.
             * @example 12
             */
            linesInUseAll: number;
            /**
             * @description Calls this task started a second, over the last minute or since it runs.
             * @example 3.4
             */
            callsPerSecond: number;
            /**
             * @description When the first contact that waits is dialed at the earliest, inside the calling hours; now if it waits for a line.
             * @example 2026-03-02 09:30:00
             */
            nextRetryTime: string | null;
            window: {
                /** @example 09:00 */
                start: string | null;
                /** @example 18:00 */
                end: string | null;
                isOpen: boolean;
                /**
                 * @description Null while it is open. Days of the week and holidays count.
                 * @example 2026-03-02 09:30:00
                 */
                nextOpenTime: string | null;
                /**
                 * @description Whose clock it is read on. In `recipient` it is always open here: contacts wait one by one.
                 * @enum {string}
                 */
                zone: "service" | "recipient";
            };
            /**
             * @description Calls start from this time on.
             * @example 2026-03-02 09:30:00
             */
            scheduledStartTime: string | null;
            /**
             * @description The dialer stops the task at this time.
             * @example 2026-03-02 09:30:00
             */
            scheduledEndTime: string | null;
            /**
             * @description At the pace of the last minute, inside the calling hours; null if nothing can be said.
             * @example 2026-03-02 09:30:00
             */
            estimatedEndTime: string | null;
            /** @description Only with `include=results`: counted at the same moment as everything else. Once the task has dialed 10,000 contacts they may be some seconds older (`countedTime`); null until they were counted for the first time. */
            results?: components["schemas"]["TaskResults"] | null;
        };
        ContactInTask: {
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            taskId: string;
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            contactId: string;
            /** @example 13800138000 */
            phoneNumber: string;
            /**
             * @description It is not called before this time.
             * @example 2026-03-02 09:30:00
             */
            callTime: string | null;
            /**
             * @description It is not called from this time on.
             * @example 2026-03-02 09:30:00
             */
            callUntil: string | null;
            /** @description The value of the name field of the data source; left out if there is none. */
            displayName?: string;
            /**
             * @description 1 SUCCESS, 2 FAILED, 3 NOT_DIALED, 4 IN_PROGRESS: in this task.
             * @example 4
             */
            status: number;
            /**
             * @description `live` it is being called, `done_success` a call was successful, `done_failed` no attempt reached it, or the gateway refused its calls, `done_unsuccessful` its last call was answered, but does not meet the success rule of the task, `cut_short` the task was stopped before its next attempt, `deleted` it was deleted from the data source, `not_in_task` it was added after the task was published, `not_remaining` the task that this one continues was done with it, `task_draft` the task is not published, `task_paused` the task is paused, `task_stopped` the task was stopped, `task_completed` the task is completed, `goal_met` the goal of the task was met before it was its turn, `task_failed` the task failed, `task_closed` the task is closed, `storage_fault` the database cannot do its work, for example because its disk is full, `no_dialer` no dialer is running, `gateway_down` no dialer has a gateway that works, `no_lines` the dialer is limited to 0 lines, `scheduled` the task has not started yet: it is scheduled for later, `outside_window` outside the daily window, on another day of the week or on a holiday, `number_busy_elsewhere` its number is in another live call, `waiting_interval` the call interval is not over, `waiting_callback` another call was asked for at a later time, `waiting_line` its next attempt is due, `waiting_turn` other contacts of the list come first, `recipient_hours` outside the calling hours where the called person is, `daily_budget` the attempts in 24 hours are used up, `monthly_budget` the attempts in 30 days are used up, `before_call_time` its own time to be called (`callTime`) has not come, `do_not_call` the number is on a do-not-call list, `emergency_number` it is an emergency number, `denied_prefix` the number begins with a denied prefix, `premium_number` it is a satellite or premium-rate number, `no_allowed_prefix` the number begins with none of the allowed prefixes, `too_short` the number has too few digits, `too_long` the number has too many digits, `no_calling_hours` the time zones in which the called person may be have no calling hours in common, `withdrawn` it is withdrawn, `denied_on_trunk` by their rules, all its trunks would send a number that may not be called, such as an emergency number, `after_call_until` its `callUntil` has passed, or comes before it may be called.
             * @enum {string}
             */
            state: "live" | "done_success" | "done_failed" | "done_unsuccessful" | "cut_short" | "deleted" | "not_in_task" | "not_remaining" | "task_draft" | "task_paused" | "task_stopped" | "task_completed" | "goal_met" | "task_failed" | "task_closed" | "storage_fault" | "no_dialer" | "gateway_down" | "no_lines" | "scheduled" | "outside_window" | "number_busy_elsewhere" | "waiting_interval" | "waiting_callback" | "waiting_line" | "waiting_turn" | "recipient_hours" | "daily_budget" | "monthly_budget" | "before_call_time" | "do_not_call" | "emergency_number" | "denied_prefix" | "premium_number" | "no_allowed_prefix" | "too_short" | "too_long" | "no_calling_hours" | "withdrawn" | "denied_on_trunk" | "after_call_until";
            /**
             * @description The same in a sentence.
             * @example Outside the calling hours: calls start again at 09:00.
             */
            message: string;
            /** @description All reasons that apply at the moment; the first is the state. */
            reasons: components["schemas"]["ContactReason"][];
            /**
             * @description 1, and one more with every recall.
             * @example 1
             */
            round: number;
            /**
             * @description Attempts of this round that have ended.
             * @example 12
             */
            attempts: number;
            /**
             * @description Attempts a round has.
             * @example 12
             */
            maxDialCount: number;
            /**
             * @description Calls of all rounds.
             * @example 12
             */
            callCount: number;
            /**
             * @description It is not dialed before this time. Null during a call, when it is done, and while the task does not run.
             * @example 2026-03-02 09:30:00
             */
            nextTime: string | null;
            /**
             * @description `draft` it is not published, `paused` a user paused it, `stopped` a user stopped it, or its scheduled end has come, `completed` every contact is done, `goal_met` its goal (`stopWhen`) is met, so no more calls start, `nobody_called` every contact is done without a call: none of them may ever be called, `failed` its calls failed: the gateway refused them, or its voice agent fails, `closed` a user closed it, `storage_fault` the database cannot do its work, for example because its disk is full, `no_dialer` no dialer is running, `gateway_down` no dialer has a gateway that works, `no_lines` the dialer is limited to 0 lines, `scheduled` the task has not started yet: it is scheduled for later, `outside_window` outside the daily window, on another day of the week or on a holiday, `dialing` calls are live or about to start, `claim_late` contacts can be called, and no call has started for five seconds: the claims of the dialers take long, as the database or the machine is busy, `heartbeat_late` contacts can be called, and no call has started for five seconds: the heartbeat of the dialers is late, and they place calls only within three seconds of one, `waiting_for_line` all lines are in use, `waiting_for_trunk` all lines of the trunks that it may take are in use, or those trunks are off, `no_trunk` no trunk that it may take is there: none is enabled, or those that it names were deleted, `trunk_down` the trunks that it may take are down, or held back after refusals, `trunk_partly_down` some of the trunks that it may take are down, or held back after refusals, `caller_ids_used_up` every caller ID has reached its calls of the day, `rate_limited` the limit of calls per second is reached, `waiting_for_retry` contacts wait for their next attempt, `nothing_left` about to complete, `calls_ending` live calls end, and no new ones start for now, `gateway_partly_down` some dialers have no gateway that works, `gateway_busy` the gateway accepts no more calls at the moment, `speech_slow` what the calls say is not ready yet: preparing it takes long, `agent_failing` the voice agent is failing: only one call at a time is placed, `recordings_waiting` recordings cannot be stored at the moment, `backup_failed` the last nightly backup failed, `webhook_off` a webhook was switched off, because its receiver took no event for five days or wants no more, `secrets_missing` trunks, own phones or webhooks have no secret since a restore from a backup without secrets: they do nothing until they have one, `backup_late` there was no nightly backup for a day and a half, `recipient_hours` outside the calling hours where the called person is, `daily_budget` the attempts in 24 hours are used up, `monthly_budget` the attempts in 30 days are used up, `before_call_time` its own time to be called (`callTime`) has not come.
             * @enum {string}
             */
            taskState: "draft" | "paused" | "stopped" | "completed" | "goal_met" | "nobody_called" | "failed" | "closed" | "storage_fault" | "no_dialer" | "gateway_down" | "no_lines" | "scheduled" | "outside_window" | "dialing" | "claim_late" | "heartbeat_late" | "waiting_for_line" | "waiting_for_trunk" | "no_trunk" | "trunk_down" | "trunk_partly_down" | "caller_ids_used_up" | "rate_limited" | "waiting_for_retry" | "nothing_left" | "calls_ending" | "gateway_partly_down" | "gateway_busy" | "speech_slow" | "agent_failing" | "recordings_waiting" | "backup_failed" | "webhook_off" | "secrets_missing" | "backup_late" | "recipient_hours" | "daily_budget" | "monthly_budget" | "before_call_time";
            /**
             * @description The same in a sentence.
             * @example Outside the calling hours: calls start again at 09:00.
             */
            taskMessage: string;
            /** @description The live call. */
            liveCall: {
                /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                id: string;
                /**
                 * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
                 * @example 2026-03-02 09:30:00
                 */
                startTime: string;
                round: number;
                attempt: number;
                /**
                 * @description The trunk of the call; null without trunks.
                 * @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e
                 */
                trunkId: string | null;
                /**
                 * @description Null without a trunk, and if it was deleted.
                 * @example Main carrier
                 */
                trunkName: string | null;
                /**
                 * @description The number that the callee was shown; null if the service did not choose it.
                 * @example +4930901820
                 */
                callerId: string | null;
            } | null;
            /** @description What came of its last answered call in this task. */
            result: components["schemas"]["CallResult"] | null;
            lastCall: components["schemas"]["Call"] | null;
            /** @description The latest 20, newest first. */
            calls: components["schemas"]["Call"][];
            /** @description Decisions that it may not be called: the latest 20, newest first. */
            denials: components["schemas"]["Denial"][];
        };
        /** @description Calls that were denied, by reason. */
        TaskDenials: {
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            taskId: string;
            /** @description The most frequent first; only reasons that there were. */
            reasons: {
                /**
                 * @description Why the number may not be called: see docs/permission.md.
                 * @example do_not_call
                 * @enum {string}
                 */
                reason: "do_not_call" | "emergency_number" | "denied_prefix" | "no_allowed_prefix" | "too_short" | "too_long" | "no_calling_hours" | "withdrawn" | "after_call_until" | "denied_on_trunk" | "premium_number" | "recipient_hours" | "daily_budget" | "monthly_budget" | "before_call_time";
                /**
                 * @description Whether the contacts are done without a call, or wait.
                 * @enum {string}
                 */
                kind: "never" | "not_yet";
                /**
                 * @description How often it was decided.
                 * @example 12
                 */
                decisions: number;
                /**
                 * @description Contacts that are done or wait for this reason now.
                 * @example 12
                 */
                contacts: number;
                /**
                 * @description Of the last decision.
                 * @example 2026-03-02 09:30:00
                 */
                lastTime: string;
            }[];
        };
        CallHistory: {
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            from: string;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            to: string;
            /**
             * @description Seconds a bucket.
             * @example 300
             */
            step: number;
            /** @description Oldest first, one for every step, also where nothing ended. */
            buckets: {
                /**
                 * @description When the bucket begins, in the time zone of the service.
                 * @example 2026-03-02 09:30:00
                 */
                time: string;
                /**
                 * @description Calls that ended.
                 * @example 12
                 */
                callCount: number;
                /**
                 * @description Successful calls.
                 * @example 12
                 */
                successCount: number;
                /**
                 * @description Busy, rejected, invalid numbers, congestion and errors, and answered calls that failed.
                 * @example 12
                 */
                failCount: number;
                /**
                 * @description Rang out, unreachable or switched off, or answered by no person.
                 * @example 12
                 */
                noAnswerCount: number;
                /** @description What came of the calls, in five words. They add up to all calls. */
                endings: {
                    /**
                     * @description Calls: a success by the rule of its task.
                     * @example 12
                     */
                    successful: number;
                    /**
                     * @description Calls: answered, not successful.
                     * @example 12
                     */
                    unsuccessful: number;
                    /**
                     * @description Calls: a machine or a call screening service answered.
                     * @example 12
                     */
                    machine: number;
                    /**
                     * @description Calls: rang out, unreachable or switched off.
                     * @example 12
                     */
                    notAnswered: number;
                    /**
                     * @description Calls: busy, rejected, no such number, congestion or an error.
                     * @example 12
                     */
                    failed: number;
                };
                /**
                 * @description Seconds talked in these calls.
                 * @example 340.5
                 */
                talkSeconds: number;
            }[];
        };
        LineHistory: {
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            from: string;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            to: string;
            /**
             * @description Seconds a bucket.
             * @example 300
             */
            step: number;
            /** @description Oldest first, one for every step. */
            buckets: {
                /**
                 * @description When the bucket begins, in the time zone of the service.
                 * @example 2026-03-02 09:30:00
                 */
                time: string;
                /**
                 * @description The most lines that were in use; null if no node was running.
                 * @example 12
                 */
                inUse: number | null;
                /**
                 * @description The limit at the time; null if no node was running.
                 * @example 12
                 */
                limit: number | null;
            }[];
        };
        FlowReport: {
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            taskId: string;
            /**
             * @description Of the flow that calls start with; null of a draft, and of a task without a flow.
             * @example 1
             */
            currentVersion: number | null;
            /**
             * @description Calls that were answered, followed the flow and have ended.
             * @example 51
             */
            calls: number;
            /** @description Steps that calls have begun, the most frequent first. */
            steps: {
                /** @example confirm */
                step: string;
                /**
                 * @description How often the step began, in calls that have ended.
                 * @example 51
                 */
                calls: number;
                /**
                 * @description The callee hung up at this step.
                 * @example 51
                 */
                hungUp: number;
                /**
                 * @description The call was transferred by this step, and answered or handed over.
                 * @example 51
                 */
                transferred: number;
                /**
                 * @description The call could not go on here.
                 * @example 51
                 */
                failed: number;
                /**
                 * @description The flow came to its end here.
                 * @example 51
                 */
                ended: number;
                /**
                 * @description Live calls that are in this step now.
                 * @example 51
                 */
                now: number;
            }[];
            /** @description The ways from step to step, the most frequent first. Those into a step add up to its calls, as do those out of it; paths that were forgotten with their contact count as calls only, unless they were counted before. */
            edges: {
                /** @description The step; null is the start. */
                from: string | null;
                /** @description How the step was left, if the next one does not say it: `keys:1` what was keyed in, `noInput`, `case:1` the case of a branch from 1, `else`, `transfer:busy` how a transfer ended, `agent:done` how the voice agent ended, `machine` because a machine answered, `passedScreening` because an assistant put the call through. Of the last step: `hungUp` the callee hung up, `failed` the call could not go on, `interrupted` its end was not observed; `transfer:answered` and `transfer:handed_over` the call was transferred; otherwise the flow came to its end. `skipped`: steps are left out. Of keys, only single ones are told apart: longer input is `keys`. */
                exit: string | null;
                /** @description The next step; null is the end of the call. */
                to: string | null;
                /**
                 * @description How often it was taken.
                 * @example 51
                 */
                calls: number;
            }[];
            /**
             * @description Live calls of the task, also those that were not answered yet.
             * @example 51
             */
            live: number;
        };
        /** @description What voice agents have done, in calls that began in the period. */
        AgentFigures: {
            /**
             * @description Calls in which an agent talked.
             * @example 120
             */
            calls: number;
            /**
             * @description How often a callee waited for an answer.
             * @example 120
             */
            turns: number;
            /**
             * @description Half of the answers came within this time after the callee had finished talking.
             * @example 42.5
             */
            p50Seconds: number | null;
            /**
             * @description 95 of 100 answers came within this time.
             * @example 42.5
             */
            p95Seconds: number | null;
            /**
             * @description Calls in which the agent began while the callee talked.
             * @example 120
             */
            talkedOverCalls: number;
            /**
             * @description Calls in which the callee waited for 3 seconds.
             * @example 120
             */
            silentCalls: number;
            costs: {
                /** @example USD */
                currency: string;
                /**
                 * @description As the agents have told it.
                 * @example 1.25
                 */
                amount: number;
                /**
                 * @description For each call of which the agent has told a cost.
                 * @example 1.25
                 */
                perCall: number;
                /**
                 * @description For each successful call of the period; null without one.
                 * @example 1.25
                 */
                perSuccess: number | null;
            }[];
        };
        Report: {
            /**
             * @description Included; a full quarter of an hour.
             * @example 2026-03-02 09:30:00
             */
            from: string;
            /**
             * @description Excluded; a full quarter of an hour.
             * @example 2026-03-02 09:30:00
             */
            to: string;
            totals: {
                /**
                 * @description Calls that ended.
                 * @example 120
                 */
                calls: number;
                /**
                 * @description Calls that somebody answered, successful or not; without those that a machine took.
                 * @example 120
                 */
                answered: number;
                /**
                 * @description Successful calls.
                 * @example 120
                 */
                successes: number;
                /**
                 * @description Failed calls: busy, rejected, invalid numbers, congestion and errors, and answered ones that failed.
                 * @example 120
                 */
                failures: number;
                /**
                 * @description Rang out, unreachable or switched off, and answered by a machine.
                 * @example 120
                 */
                noAnswers: number;
                /**
                 * @description `answered` / `calls`
                 * @example 0.375
                 */
                contactRate: number;
                /**
                 * @description `successes` / `calls`
                 * @example 0.375
                 */
                successRate: number;
                /**
                 * @description Seconds talked.
                 * @example 42.5
                 */
                talkSeconds: number;
                /**
                 * @description Seconds talked per call that was picked up, by a person or a machine.
                 * @example 42.5
                 */
                averageTalkSeconds: number;
                /** @description What came of the calls, in five words. They add up to all calls. */
                endings: {
                    /**
                     * @description Calls: a success by the rule of its task.
                     * @example 12
                     */
                    successful: number;
                    /**
                     * @description Calls: answered, not successful.
                     * @example 12
                     */
                    unsuccessful: number;
                    /**
                     * @description Calls: a machine or a call screening service answered.
                     * @example 12
                     */
                    machine: number;
                    /**
                     * @description Calls: rang out, unreachable or switched off.
                     * @example 12
                     */
                    notAnswered: number;
                    /**
                     * @description Calls: busy, rejected, no such number, congestion or an error.
                     * @example 12
                     */
                    failed: number;
                };
                /**
                 * @description `calls` / `successes`; null without a success.
                 * @example 2.1
                 */
                attemptsPerSuccess: number | null;
            };
            /** @description Of the voice agents; null if none talked. */
            agents: components["schemas"]["AgentFigures"] | null;
            /** @description What lines cost, by currency; empty if no trunk has a currency and a price. */
            lineCosts: {
                /** @example USD */
                currency: string;
                /**
                 * @description What the trunks charge, by the prices that they have now.
                 * @example 1.25
                 */
                amount: number;
                /**
                 * @description For each call that has a price.
                 * @example 1.25
                 */
                perCall: number;
                /**
                 * @description For each successful call of the period; null without one.
                 * @example 1.25
                 */
                perSuccess: number | null;
            }[];
            /** @description Hours of the week in which calls ended, Monday first. */
            heatMap: {
                /**
                 * @description 1 is Monday.
                 * @example 1
                 */
                weekday: number;
                /**
                 * @description Of the wall clock.
                 * @example 9
                 */
                hour: number;
                /**
                 * @description Calls that ended.
                 * @example 120
                 */
                calls: number;
                /**
                 * @description Calls that somebody answered, successful or not; without those that a machine took.
                 * @example 120
                 */
                answered: number;
                /**
                 * @description Successful calls.
                 * @example 120
                 */
                successes: number;
            }[];
            /** @description Most frequent first. */
            causes: {
                /**
                 * @description 1 success, 2 fail, 3 noAnswer.
                 * @example 1
                 */
                outcome: number;
                /**
                 * @description What came of it in five words, by its cause: `successful` a success by the rule of its task, `unsuccessful` answered, not successful, `machine` a machine or a call screening service answered, `notAnswered` rang out, unreachable or switched off, `failed` busy, rejected, no such number, congestion or an error.
                 * @example successful
                 * @enum {string}
                 */
                ending: "successful" | "unsuccessful" | "machine" | "notAnswered" | "failed";
                /**
                 * @description The finer cause of the outcome: `answered` the call was answered, and is a success by the rule of its task, `callback` another call was asked for, `machine` a machine answered, `screening` a call screening service answered, `silence` nobody spoke, `unverified` it is not known whether a person answered, `agent_failed` the voice agent failed, `not_confirmed` the result does not meet the condition of its task, `no_answer` it rang out, `unreachable` the phone could not be reached, `switched_off` the phone was off, `voicemail` the platform says that a machine took the call, `busy` the line was busy, `rejected` the call was rejected, `invalid_number` there is no such number, `congestion` the network was congested, `network_error` the network failed, `gateway_error` the gateway failed, `lost` the end of the call was not observed.
                 * @example answered
                 * @enum {string}
                 */
                cause: "answered" | "callback" | "machine" | "screening" | "silence" | "unverified" | "agent_failed" | "not_confirmed" | "no_answer" | "unreachable" | "switched_off" | "voicemail" | "busy" | "rejected" | "invalid_number" | "congestion" | "network_error" | "gateway_error" | "lost";
                /**
                 * @description Calls with this cause.
                 * @example 120
                 */
                calls: number;
            }[];
            /** @description How often each attempt of a round succeeded, up to the last attempt that was made. */
            attempts: {
                /**
                 * @description Of the round, from 1.
                 * @example 1
                 */
                attempt: number;
                /**
                 * @description Calls that were this attempt.
                 * @example 120
                 */
                calls: number;
                /**
                 * @description Those of them that succeeded.
                 * @example 120
                 */
                successes: number;
            }[];
            /** @description How long the calls were that were picked up, shortest first. */
            talkTimes: {
                /**
                 * @description Included.
                 * @example 5
                 */
                fromSeconds: number;
                /**
                 * @description Excluded; null in the last one.
                 * @example 10
                 */
                toSeconds: number | null;
                /**
                 * @description Calls that were picked up and lasted this long.
                 * @example 120
                 */
                calls: number;
            }[];
            /** @description Days on which calls ended, oldest first. */
            days: {
                /**
                 * @description `YYYY-MM-DD`
                 * @example 2026-03-02
                 */
                date: string;
                /**
                 * @description Calls that ended.
                 * @example 120
                 */
                calls: number;
                /**
                 * @description Calls that somebody answered, successful or not; without those that a machine took.
                 * @example 120
                 */
                answered: number;
                /**
                 * @description Successful calls.
                 * @example 120
                 */
                successes: number;
            }[];
            /** @description The requested tasks, or the 100 with the most calls. */
            tasks: {
                /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                id: string;
                /** @example Spring campaign */
                taskName: string;
                /**
                 * @description Calls that ended.
                 * @example 120
                 */
                calls: number;
                /**
                 * @description Calls that somebody answered, successful or not; without those that a machine took.
                 * @example 120
                 */
                answered: number;
                /**
                 * @description Successful calls.
                 * @example 120
                 */
                successes: number;
                /**
                 * @description Failed calls: busy, rejected, invalid numbers, congestion and errors, and answered ones that failed.
                 * @example 120
                 */
                failures: number;
                /**
                 * @description Rang out, unreachable or switched off, and answered by a machine.
                 * @example 120
                 */
                noAnswers: number;
                /**
                 * @description `answered` / `calls`
                 * @example 0.375
                 */
                contactRate: number;
                /**
                 * @description `successes` / `calls`
                 * @example 0.375
                 */
                successRate: number;
                /**
                 * @description Seconds talked.
                 * @example 42.5
                 */
                talkSeconds: number;
                /**
                 * @description Seconds talked per call that was picked up, by a person or a machine.
                 * @example 42.5
                 */
                averageTalkSeconds: number;
                /** @description What came of the calls, in five words. They add up to all calls. */
                endings: {
                    /**
                     * @description Calls: a success by the rule of its task.
                     * @example 12
                     */
                    successful: number;
                    /**
                     * @description Calls: answered, not successful.
                     * @example 12
                     */
                    unsuccessful: number;
                    /**
                     * @description Calls: a machine or a call screening service answered.
                     * @example 12
                     */
                    machine: number;
                    /**
                     * @description Calls: rang out, unreachable or switched off.
                     * @example 12
                     */
                    notAnswered: number;
                    /**
                     * @description Calls: busy, rejected, no such number, congestion or an error.
                     * @example 12
                     */
                    failed: number;
                };
                /**
                 * @description `calls` / `successes`; null without a success.
                 * @example 2.1
                 */
                attemptsPerSuccess: number | null;
                /** @description Of the voice agents; null if none talked. */
                agents: components["schemas"]["AgentFigures"] | null;
                /** @description What lines cost, by currency; empty if no trunk has a currency and a price. */
                lineCosts: {
                    /** @example USD */
                    currency: string;
                    /**
                     * @description What the trunks charge, by the prices that they have now.
                     * @example 1.25
                     */
                    amount: number;
                    /**
                     * @description For each call that has a price.
                     * @example 1.25
                     */
                    perCall: number;
                    /**
                     * @description For each successful call of the period; null without one.
                     * @example 1.25
                     */
                    perSuccess: number | null;
                }[];
            }[];
        };
        /** @description A figure, its change against the period before, and its counts over time. */
        Trend: {
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            from: string;
            /**
             * @description Excluded; the end of the quarter of an hour in progress.
             * @example 2026-03-02 09:30:00
             */
            to: string;
            /**
             * @description In the period.
             * @example 120
             */
            total: number;
            /**
             * @description In the period of the same length before it.
             * @example 120
             */
            previousTotal: number;
            /** @description The counts over the period, oldest first: hours of a day, days of a week or month. */
            steps: {
                /**
                 * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
                 * @example 2026-03-02 09:30:00
                 */
                time: string;
                /**
                 * @description From this time on.
                 * @example 120
                 */
                count: number;
            }[];
        };
        /** @description What a task would do if it were published now. */
        TaskPreview: {
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            taskId: string;
            /**
             * @description 0 DRAFT, 1 RUNNING, 2 PAUSED, 3 STOPPED, 4 COMPLETED, 5 FAILED, 6 CLOSED.
             * @example 1
             */
            status: number;
            /** @description done + rung + skipped is total, unless contacts change meanwhile. */
            contacts: {
                /**
                 * @description Contacts of the task.
                 * @example 120
                 */
                total: number;
                /**
                 * @description Already done; 0 of a draft.
                 * @example 120
                 */
                done: number;
                /**
                 * @description To be called, some of them after a wait.
                 * @example 120
                 */
                rung: number;
                /**
                 * @description Of those to be called: they must wait for permission first.
                 * @example 120
                 */
                waiting: number;
                /**
                 * @description Of those to be called: the hours are those of the called person, but the country of the number is not known, so the clock of the service decides.
                 * @example 120
                 */
                countryUnknown: number;
                /**
                 * @description They may never be called.
                 * @example 120
                 */
                skipped: number;
            };
            /**
             * @description Contacts that were decided about.
             * @example 120
             */
            checkedContacts: number;
            /** @description True if the list was too long to check it all in 5 seconds: the rest is assumed to be similar. */
            isEstimate: boolean;
            /** @description By reason, the most frequent first. */
            skipped: {
                /**
                 * @description Why the number may not be called: see docs/permission.md.
                 * @example do_not_call
                 * @enum {string}
                 */
                reason: "do_not_call" | "emergency_number" | "denied_prefix" | "no_allowed_prefix" | "too_short" | "too_long" | "no_calling_hours" | "withdrawn" | "after_call_until" | "denied_on_trunk" | "premium_number" | "recipient_hours" | "daily_budget" | "monthly_budget" | "before_call_time";
                /**
                 * @description Contacts.
                 * @example 120
                 */
                contacts: number;
            }[];
            /** @description By reason, the most frequent first. */
            waiting: {
                /**
                 * @description Why the number may not be called: see docs/permission.md.
                 * @example do_not_call
                 * @enum {string}
                 */
                reason: "do_not_call" | "emergency_number" | "denied_prefix" | "no_allowed_prefix" | "too_short" | "too_long" | "no_calling_hours" | "withdrawn" | "after_call_until" | "denied_on_trunk" | "premium_number" | "recipient_hours" | "daily_budget" | "monthly_budget" | "before_call_time";
                /**
                 * @description Contacts.
                 * @example 120
                 */
                contacts: number;
                /**
                 * @description When the first of them may be called.
                 * @example 2026-03-02 09:30:00
                 */
                firstTime: string;
            }[];
            /**
             * @description When the first call would start if the task were published now; null if there would be none.
             * @example 2026-03-02 09:30:00
             */
            firstCallTime: string | null;
            /**
             * @description When it would be done, by the assumptions; null if nothing can be said.
             * @example 2026-03-02 09:30:00
             */
            expectedEndTime: string | null;
            assumptions: {
                /**
                 * @description Lines; the task is taken to have them to itself.
                 * @example 120
                 */
                lines: number;
                /**
                 * @description Max calls started per second; 0 is no limit.
                 * @example 10
                 */
                callsPerSecond: number;
                /**
                 * @description From the start of a call to its end.
                 * @example 38.5
                 */
                secondsPerCall: number;
                /**
                 * @description Calls until a contact is done.
                 * @example 1.7
                 */
                attemptsPerContact: number;
                /** @description True if these two are those of recent calls of the service. Otherwise there were too few, and the defaults are 45 seconds and 1.5 attempts, at most maxDialCount. */
                isMeasured: boolean;
                /**
                 * @description Whose clock the calling hours are taken to follow, if they are those of the recipients: where most of them are.
                 * @example CN
                 */
                place: string | null;
            };
            /** @description What a person should know before the task is published. */
            warnings: {
                /**
                 * @description `empty_list` the data source has no contacts, `window_past_midnight` the daily window begins in the evening and ends the next day, `no_opening` the calling hours do not open in the coming months, `list_dialed_by_other` another running task dials the same data source, `no_dialer` no dialer is running, `simulated_gateway` the gateway is the simulator: nobody is called, `end_before_done` the task is stopped at its end before it would be done, `country_unknown` the hours are those of the called person, but the country of numbers is not known, `field_empty` contacts have no value for a field that the flow says without a fallback.
                 * @enum {string}
                 */
                code: "empty_list" | "window_past_midnight" | "no_opening" | "list_dialed_by_other" | "no_dialer" | "simulated_gateway" | "end_before_done" | "country_unknown" | "field_empty";
                /**
                 * @description The same in a sentence.
                 * @example No dialer is running.
                 */
                message: string;
                /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                taskId?: string;
                /** @description The task that dials the same data source. */
                taskName?: string;
                /**
                 * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
                 * @example 2026-03-02 09:30:00
                 */
                time?: string;
                /** @description The field that contacts lack. */
                field?: string;
                /**
                 * @description How many contacts it is about; of `field_empty` up to 1000.
                 * @example 120
                 */
                contacts?: number;
                /** @description True if more contacts lack the field. */
                isMore?: boolean;
            }[];
        };
        ServiceChange: {
            /** @example 1042 */
            id: string;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            time: string;
            /**
             * @description The name of the token, "command line", or "service" for what the start of the service did.
             * @example crm
             */
            actor: string;
            /**
             * @description What was changed, and how.
             * @example calendar.update
             */
            operation: string;
            /**
             * @description The thing that was changed; null for settings.
             * @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e
             */
            subjectId: string | null;
            /**
             * @description Its name at that time.
             * @example Public holidays
             */
            subjectName: string | null;
            /** @description The fields that have another value. */
            changes: {
                /** @example lines */
                field: string;
                /**
                 * @description The value before; null: there was none.
                 * @example 100
                 */
                before: unknown;
                /**
                 * @description The value after; null: there was none.
                 * @example 100
                 */
                after: unknown;
            }[];
        };
        /** @description A task that does not continue until a person acts, or that called nobody. */
        TaskAttention: {
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            taskId: string;
            taskName: string;
            /**
             * @description 0 DRAFT, 1 RUNNING, 2 PAUSED, 3 STOPPED, 4 COMPLETED, 5 FAILED, 6 CLOSED.
             * @example 1
             */
            status: number;
            /**
             * @description `draft` it is not published, `paused` a user paused it, `stopped` a user stopped it, or its scheduled end has come, `completed` every contact is done, `goal_met` its goal (`stopWhen`) is met, so no more calls start, `nobody_called` every contact is done without a call: none of them may ever be called, `failed` its calls failed: the gateway refused them, or its voice agent fails, `closed` a user closed it, `storage_fault` the database cannot do its work, for example because its disk is full, `no_dialer` no dialer is running, `gateway_down` no dialer has a gateway that works, `no_lines` the dialer is limited to 0 lines, `scheduled` the task has not started yet: it is scheduled for later, `outside_window` outside the daily window, on another day of the week or on a holiday, `dialing` calls are live or about to start, `claim_late` contacts can be called, and no call has started for five seconds: the claims of the dialers take long, as the database or the machine is busy, `heartbeat_late` contacts can be called, and no call has started for five seconds: the heartbeat of the dialers is late, and they place calls only within three seconds of one, `waiting_for_line` all lines are in use, `waiting_for_trunk` all lines of the trunks that it may take are in use, or those trunks are off, `no_trunk` no trunk that it may take is there: none is enabled, or those that it names were deleted, `trunk_down` the trunks that it may take are down, or held back after refusals, `trunk_partly_down` some of the trunks that it may take are down, or held back after refusals, `caller_ids_used_up` every caller ID has reached its calls of the day, `rate_limited` the limit of calls per second is reached, `waiting_for_retry` contacts wait for their next attempt, `nothing_left` about to complete, `calls_ending` live calls end, and no new ones start for now, `gateway_partly_down` some dialers have no gateway that works, `gateway_busy` the gateway accepts no more calls at the moment, `speech_slow` what the calls say is not ready yet: preparing it takes long, `agent_failing` the voice agent is failing: only one call at a time is placed, `recordings_waiting` recordings cannot be stored at the moment, `backup_failed` the last nightly backup failed, `webhook_off` a webhook was switched off, because its receiver took no event for five days or wants no more, `secrets_missing` trunks, own phones or webhooks have no secret since a restore from a backup without secrets: they do nothing until they have one, `backup_late` there was no nightly backup for a day and a half, `recipient_hours` outside the calling hours where the called person is, `daily_budget` the attempts in 24 hours are used up, `monthly_budget` the attempts in 30 days are used up, `before_call_time` its own time to be called (`callTime`) has not come.
             * @enum {string}
             */
            code: "draft" | "paused" | "stopped" | "completed" | "goal_met" | "nobody_called" | "failed" | "closed" | "storage_fault" | "no_dialer" | "gateway_down" | "no_lines" | "scheduled" | "outside_window" | "dialing" | "claim_late" | "heartbeat_late" | "waiting_for_line" | "waiting_for_trunk" | "no_trunk" | "trunk_down" | "trunk_partly_down" | "caller_ids_used_up" | "rate_limited" | "waiting_for_retry" | "nothing_left" | "calls_ending" | "gateway_partly_down" | "gateway_busy" | "speech_slow" | "agent_failing" | "recordings_waiting" | "backup_failed" | "webhook_off" | "secrets_missing" | "backup_late" | "recipient_hours" | "daily_budget" | "monthly_budget" | "before_call_time";
            /**
             * @description The same in a sentence.
             * @example Outside the calling hours: calls start again at 09:00.
             */
            message: string;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            until?: string;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            since?: string;
            /** @description Who did it. */
            actor?: string;
            /** @description In the words of the person who stopped the task, of the gateway or of the database. */
            reason?: string;
            /** @description The code of `reason`, if the database gave it: a reason of the error `unavailable`, see `ErrorDetail`. Of a pause, `simulated_before`: its calls were simulated when calls became real. */
            reasonCode?: string;
            /**
             * @description Live calls; of `rate_limited`, the limit.
             * @example 12
             */
            calls?: number;
            /**
             * @description Contacts that wait.
             * @example 12
             */
            contacts?: number;
            /** @description True if more contacts wait than `contacts`: counting stopped there. */
            isMore?: boolean;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            nextTime?: string;
            /** @description Of `nobody_called`: why, the most frequent reason first. */
            skips?: {
                /**
                 * @description Why the number may not be called: see docs/permission.md.
                 * @example do_not_call
                 * @enum {string}
                 */
                reason: "do_not_call" | "emergency_number" | "denied_prefix" | "no_allowed_prefix" | "too_short" | "too_long" | "no_calling_hours" | "withdrawn" | "after_call_until" | "denied_on_trunk" | "premium_number" | "recipient_hours" | "daily_budget" | "monthly_budget" | "before_call_time";
                /**
                 * @description Contacts with this reason.
                 * @example 12
                 */
                contacts: number;
            }[];
            /**
             * @description Tasks with something to dial at a higher priority.
             * @example 12
             */
            tasksBefore?: number;
            /**
             * @description Tasks with something to dial at the same priority.
             * @example 12
             */
            tasksBeside?: number;
            /**
             * @description The limit for all tasks together.
             * @example 12
             */
            lines?: number;
            /**
             * @description Lines all tasks use together.
             * @example 12
             */
            linesInUseAll?: number;
            /**
             * @description Dialers that run.
             * @example 12
             */
            dialers?: number;
            /**
             * @description Dialers whose gateway does not work.
             * @example 12
             */
            dialersDown?: number;
            /**
             * @description Which attempt of the round it is.
             * @example 12
             */
            attempt?: number;
            /**
             * @description How long it takes to make what a call says, or how long no call has started.
             * @example 12
             */
            seconds?: number;
            /** @description Names of trunks that take no calls now, or need their password again. */
            trunks?: string[];
            /** @description Names of own phones that need a password again. */
            phones?: string[];
            /** @description Hosts of webhooks that need a secret again. */
            webhooks?: string[];
            /**
             * @description Contacts of the list that are dialed first.
             * @example 12
             */
            contactsAhead?: number;
        };
        SystemState: {
            /** @example 0.2.0 */
            version: string;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            time: string;
            /**
             * @description Of all timestamps and daily windows.
             * @example Asia/Shanghai
             */
            timeZone: string;
            /** @description The country whose local phone numbers are understood; null if it is not set. */
            defaultCountry: string | null;
            /**
             * @description The role of the node that answers.
             * @enum {string}
             */
            role: "api" | "dialer" | "all";
            /** @description The token of this request. */
            token: {
                name: string;
                /** @enum {string} */
                scope: "read" | "write" | "admin";
                /** @description Whether it may listen in on live calls. */
                mayListen: boolean;
            };
            gateway: {
                /**
                 * @description What places the calls.
                 * @example simulator
                 */
                kind: string;
                /** @description No real phone rings. Tasks that are published now stay on the simulator. */
                isSimulated: boolean;
                /**
                 * @description Enabled trunks.
                 * @example 12
                 */
                trunks: number;
            };
            /** @description Nodes that dial. */
            nodes: {
                /**
                 * @description Its machine and process.
                 * @example calls-1 4711
                 */
                name: string;
                /** @description It sent a heartbeat in the last 10 seconds. */
                alive: boolean;
                /**
                 * @description When it was started.
                 * @example 2026-03-02 09:30:00
                 */
                since: string;
                /**
                 * @description When it sent its last heartbeat.
                 * @example 2026-03-02 09:30:00
                 */
                lastSeen: string;
                /** @description Why it cannot place calls; null if it can. */
                gatewayFault: string | null;
                /**
                 * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
                 * @example 2026-03-02 09:30:00
                 */
                faultSince: string | null;
            }[];
            limits: {
                /**
                 * @description Max live calls.
                 * @example 12
                 */
                lines: number;
                /**
                 * @description Max calls started per second; 0 is no limit.
                 * @example 12
                 */
                callsPerSecond: number;
            };
            /**
             * @description Live calls.
             * @example 12
             */
            linesInUse: number;
            /**
             * @description Calls that ended per second, over the last minute.
             * @example 3.4
             */
            callsPerSecond: number;
            /**
             * @description Tasks that are RUNNING.
             * @example 12
             */
            runningTasks: number;
            /**
             * @description Tasks that are FAILED.
             * @example 12
             */
            failedTasks: number;
            /** @description The replica of the database from which the node that answers reads reports, charts, lists of calls and exports; null if DATABASE_READ_URL is not set. */
            readReplica: {
                /** @description Whether a standby is read from. Otherwise a primary answers. */
                inUse: boolean;
                /** @description How far it is behind the primary; null if it is not known. */
                lagSeconds: number | null;
                /**
                 * @description Why it is not read from.
                 * @enum {string|null}
                 */
                reason: "unreachable" | "lagging" | "no_standby" | null;
            } | null;
            /** @description Nightly backups; null if nobody makes them. */
            backup: {
                /**
                 * @description The moment whose state the last one has; null if there is none.
                 * @example 2026-03-02 09:30:00
                 */
                lastTime: string | null;
                /** @description Its name in `BACKUP_DIR` of the node that made it. */
                lastFile: string | null;
                /**
                 * @description Its size.
                 * @example 8000000
                 */
                lastBytes: number | null;
                /** @description There was none for a day and a half. */
                late: boolean;
                /**
                 * @description When one failed after the last good one; null if none did.
                 * @example 2026-03-02 09:30:00
                 */
                failTime: string | null;
                /** @description Why it failed. */
                failure: string | null;
            } | null;
            /** @description Where recordings are kept, and for how long. */
            recordings: {
                /**
                 * @description A folder of the node that answers, or the S3 store of `RECORDINGS`.
                 * @enum {string}
                 */
                store: "folder" | "s3";
                /**
                 * @description After how many days they are deleted; 0: only by hand.
                 * @example 12
                 */
                days: number;
                /**
                 * @description Recordings that could not be stored yet.
                 * @example 12
                 */
                waiting: number;
            };
            /** @description Why no task can dial now, why some nodes cannot, or what else needs attention; empty if all is well. */
            problems: {
                /**
                 * @description `draft` it is not published, `paused` a user paused it, `stopped` a user stopped it, or its scheduled end has come, `completed` every contact is done, `goal_met` its goal (`stopWhen`) is met, so no more calls start, `nobody_called` every contact is done without a call: none of them may ever be called, `failed` its calls failed: the gateway refused them, or its voice agent fails, `closed` a user closed it, `storage_fault` the database cannot do its work, for example because its disk is full, `no_dialer` no dialer is running, `gateway_down` no dialer has a gateway that works, `no_lines` the dialer is limited to 0 lines, `scheduled` the task has not started yet: it is scheduled for later, `outside_window` outside the daily window, on another day of the week or on a holiday, `dialing` calls are live or about to start, `claim_late` contacts can be called, and no call has started for five seconds: the claims of the dialers take long, as the database or the machine is busy, `heartbeat_late` contacts can be called, and no call has started for five seconds: the heartbeat of the dialers is late, and they place calls only within three seconds of one, `waiting_for_line` all lines are in use, `waiting_for_trunk` all lines of the trunks that it may take are in use, or those trunks are off, `no_trunk` no trunk that it may take is there: none is enabled, or those that it names were deleted, `trunk_down` the trunks that it may take are down, or held back after refusals, `trunk_partly_down` some of the trunks that it may take are down, or held back after refusals, `caller_ids_used_up` every caller ID has reached its calls of the day, `rate_limited` the limit of calls per second is reached, `waiting_for_retry` contacts wait for their next attempt, `nothing_left` about to complete, `calls_ending` live calls end, and no new ones start for now, `gateway_partly_down` some dialers have no gateway that works, `gateway_busy` the gateway accepts no more calls at the moment, `speech_slow` what the calls say is not ready yet: preparing it takes long, `agent_failing` the voice agent is failing: only one call at a time is placed, `recordings_waiting` recordings cannot be stored at the moment, `backup_failed` the last nightly backup failed, `webhook_off` a webhook was switched off, because its receiver took no event for five days or wants no more, `secrets_missing` trunks, own phones or webhooks have no secret since a restore from a backup without secrets: they do nothing until they have one, `backup_late` there was no nightly backup for a day and a half, `recipient_hours` outside the calling hours where the called person is, `daily_budget` the attempts in 24 hours are used up, `monthly_budget` the attempts in 30 days are used up, `before_call_time` its own time to be called (`callTime`) has not come.
                 * @enum {string}
                 */
                code: "draft" | "paused" | "stopped" | "completed" | "goal_met" | "nobody_called" | "failed" | "closed" | "storage_fault" | "no_dialer" | "gateway_down" | "no_lines" | "scheduled" | "outside_window" | "dialing" | "claim_late" | "heartbeat_late" | "waiting_for_line" | "waiting_for_trunk" | "no_trunk" | "trunk_down" | "trunk_partly_down" | "caller_ids_used_up" | "rate_limited" | "waiting_for_retry" | "nothing_left" | "calls_ending" | "gateway_partly_down" | "gateway_busy" | "speech_slow" | "agent_failing" | "recordings_waiting" | "backup_failed" | "webhook_off" | "secrets_missing" | "backup_late" | "recipient_hours" | "daily_budget" | "monthly_budget" | "before_call_time";
                /**
                 * @description The same in a sentence.
                 * @example Outside the calling hours: calls start again at 09:00.
                 */
                message: string;
                /**
                 * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
                 * @example 2026-03-02 09:30:00
                 */
                until?: string;
                /**
                 * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
                 * @example 2026-03-02 09:30:00
                 */
                since?: string;
                /** @description Who did it. */
                actor?: string;
                /** @description In the words of the person who stopped the task, of the gateway or of the database. */
                reason?: string;
                /** @description The code of `reason`, if the database gave it: a reason of the error `unavailable`, see `ErrorDetail`. Of a pause, `simulated_before`: its calls were simulated when calls became real. */
                reasonCode?: string;
                /**
                 * @description Live calls; of `rate_limited`, the limit.
                 * @example 12
                 */
                calls?: number;
                /**
                 * @description Contacts that wait.
                 * @example 12
                 */
                contacts?: number;
                /** @description True if more contacts wait than `contacts`: counting stopped there. */
                isMore?: boolean;
                /**
                 * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
                 * @example 2026-03-02 09:30:00
                 */
                nextTime?: string;
                /** @description Of `nobody_called`: why, the most frequent reason first. */
                skips?: {
                    /**
                     * @description Why the number may not be called: see docs/permission.md.
                     * @example do_not_call
                     * @enum {string}
                     */
                    reason: "do_not_call" | "emergency_number" | "denied_prefix" | "no_allowed_prefix" | "too_short" | "too_long" | "no_calling_hours" | "withdrawn" | "after_call_until" | "denied_on_trunk" | "premium_number" | "recipient_hours" | "daily_budget" | "monthly_budget" | "before_call_time";
                    /**
                     * @description Contacts with this reason.
                     * @example 12
                     */
                    contacts: number;
                }[];
                /**
                 * @description Tasks with something to dial at a higher priority.
                 * @example 12
                 */
                tasksBefore?: number;
                /**
                 * @description Tasks with something to dial at the same priority.
                 * @example 12
                 */
                tasksBeside?: number;
                /**
                 * @description The limit for all tasks together.
                 * @example 12
                 */
                lines?: number;
                /**
                 * @description Lines all tasks use together.
                 * @example 12
                 */
                linesInUseAll?: number;
                /**
                 * @description Dialers that run.
                 * @example 12
                 */
                dialers?: number;
                /**
                 * @description Dialers whose gateway does not work.
                 * @example 12
                 */
                dialersDown?: number;
                /**
                 * @description Which attempt of the round it is.
                 * @example 12
                 */
                attempt?: number;
                /**
                 * @description How long it takes to make what a call says, or how long no call has started.
                 * @example 12
                 */
                seconds?: number;
                /** @description Names of trunks that take no calls now, or need their password again. */
                trunks?: string[];
                /** @description Names of own phones that need a password again. */
                phones?: string[];
                /** @description Hosts of webhooks that need a secret again. */
                webhooks?: string[];
                /**
                 * @description Contacts of the list that are dialed first.
                 * @example 12
                 */
                contactsAhead?: number;
            }[];
            /** @description Tasks that need a person, at most 25 of each kind, newest first: those that are FAILED, those that are RUNNING while no node can dial, and for a day those that are COMPLETED without having called anybody (`nobody_called`). */
            attention: components["schemas"]["TaskAttention"][];
        };
        CountryOfService: {
            /**
             * @description Of numbers that name none and whose data source has none; null: none is known.
             * @example DE
             */
            country: string | null;
            /** @description Whether it was set here; otherwise it is DEFAULT_COUNTRY. */
            isSet: boolean;
            /**
             * @description DEFAULT_COUNTRY of the node that answers; null: it has none.
             * @example DE
             */
            environmentCountry: string | null;
        };
        ChangedCountryOfService: {
            /**
             * @description Of numbers that name none and whose data source has none; null: none is known.
             * @example DE
             */
            country: string | null;
            /** @description Whether it was set here; otherwise it is DEFAULT_COUNTRY. */
            isSet: boolean;
            /**
             * @description DEFAULT_COUNTRY of the node that answers; null: it has none.
             * @example DE
             */
            environmentCountry: string | null;
            /**
             * @description How many contacts now have the same number as another one of their data source.
             * @example 0
             */
            duplicateCount: number;
        };
        /**
         * @example {
         *       "country": "DE"
         *     }
         */
        CountryOfServiceChange: {
            /**
             * @description The country of numbers that name none; null: DEFAULT_COUNTRY.
             * @example DE
             * @enum {string|null}
             */
            country: "AC" | "AD" | "AE" | "AF" | "AG" | "AI" | "AL" | "AM" | "AO" | "AR" | "AS" | "AT" | "AU" | "AW" | "AX" | "AZ" | "BA" | "BB" | "BD" | "BE" | "BF" | "BG" | "BH" | "BI" | "BJ" | "BL" | "BM" | "BN" | "BO" | "BQ" | "BR" | "BS" | "BT" | "BW" | "BY" | "BZ" | "CA" | "CC" | "CD" | "CF" | "CG" | "CH" | "CI" | "CK" | "CL" | "CM" | "CN" | "CO" | "CR" | "CU" | "CV" | "CW" | "CX" | "CY" | "CZ" | "DE" | "DJ" | "DK" | "DM" | "DO" | "DZ" | "EC" | "EE" | "EG" | "EH" | "ER" | "ES" | "ET" | "FI" | "FJ" | "FK" | "FM" | "FO" | "FR" | "GA" | "GB" | "GD" | "GE" | "GF" | "GG" | "GH" | "GI" | "GL" | "GM" | "GN" | "GP" | "GQ" | "GR" | "GT" | "GU" | "GW" | "GY" | "HK" | "HN" | "HR" | "HT" | "HU" | "ID" | "IE" | "IL" | "IM" | "IN" | "IO" | "IQ" | "IR" | "IS" | "IT" | "JE" | "JM" | "JO" | "JP" | "KE" | "KG" | "KH" | "KI" | "KM" | "KN" | "KP" | "KR" | "KW" | "KY" | "KZ" | "LA" | "LB" | "LC" | "LI" | "LK" | "LR" | "LS" | "LT" | "LU" | "LV" | "LY" | "MA" | "MC" | "MD" | "ME" | "MF" | "MG" | "MH" | "MK" | "ML" | "MM" | "MN" | "MO" | "MP" | "MQ" | "MR" | "MS" | "MT" | "MU" | "MV" | "MW" | "MX" | "MY" | "MZ" | "NA" | "NC" | "NE" | "NF" | "NG" | "NI" | "NL" | "NO" | "NP" | "NR" | "NU" | "NZ" | "OM" | "PA" | "PE" | "PF" | "PG" | "PH" | "PK" | "PL" | "PM" | "PR" | "PS" | "PT" | "PW" | "PY" | "QA" | "RE" | "RO" | "RS" | "RU" | "RW" | "SA" | "SB" | "SC" | "SD" | "SE" | "SG" | "SH" | "SI" | "SJ" | "SK" | "SL" | "SM" | "SN" | "SO" | "SR" | "SS" | "ST" | "SV" | "SX" | "SY" | "SZ" | "TA" | "TC" | "TD" | "TG" | "TH" | "TJ" | "TK" | "TL" | "TM" | "TN" | "TO" | "TR" | "TT" | "TV" | "TW" | "TZ" | "UA" | "UG" | "US" | "UY" | "UZ" | "VA" | "VC" | "VE" | "VG" | "VI" | "VN" | "VU" | "WF" | "WS" | "XK" | "YE" | "YT" | "ZA" | "ZM" | "ZW" | null;
        };
        ConsoleSettings: {
            /** @description Whether the console's form of a new task starts with calls from 9:00 to 20:00 on the clock of the called person and an hour between attempts. The defaults of the API stay as they are. */
            protectNewTasks: boolean;
            /** @description Whether the overview of the console offers protections of called people that are not set. */
            offerProtections: boolean;
        };
        /**
         * @example {
         *       "offerProtections": false
         *     }
         */
        ConsoleSettingsChange: {
            /** @description Whether the console's form of a new task starts with calls from 9:00 to 20:00 on the clock of the called person and an hour between attempts. The defaults of the API stay as they are. */
            protectNewTasks?: boolean | null;
            /** @description Whether the overview of the console offers protections of called people that are not set. */
            offerProtections?: boolean | null;
        };
        Overview: {
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            time: string;
            /**
             * @description All RUNNING, PAUSED and FAILED tasks, also those that are not listed.
             * @example 120
             */
            taskCount: number;
            /** @description FAILED tasks first, then RUNNING, then the others, newest first; at most 500. A COMPLETED task that called nobody stays for a day. */
            tasks: {
                /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                id: string;
                /** @example Spring campaign */
                taskName: string;
                /**
                 * @description 0 DRAFT, 1 RUNNING, 2 PAUSED, 3 STOPPED, 4 COMPLETED, 5 FAILED, 6 CLOSED.
                 * @example 1
                 */
                status: number;
                /** @example 3 */
                priority: number;
                /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                dataSourceId: string;
                /** @example Customers */
                dataSourceName: string;
                /**
                 * @description Contacts in the task.
                 * @example 120
                 */
                contactCount: number;
                /**
                 * @description Contacts that are done: successful, failed or skipped.
                 * @example 120
                 */
                doneContacts: number;
                /**
                 * @description Calls that ended.
                 * @example 120
                 */
                callCount: number;
                /**
                 * @description Successful calls.
                 * @example 120
                 */
                successCount: number;
                /**
                 * @description Calls that somebody answered, without those that a machine took.
                 * @example 120
                 */
                answeredCount: number;
                /**
                 * @description `answeredCount` / `callCount`
                 * @example 0.375
                 */
                reachedRate: number;
                /**
                 * @description Live calls of the task.
                 * @example 120
                 */
                linesInUse: number;
                /**
                 * @description Calls that ended per minute, over the last 10 minutes or since it runs.
                 * @example 24.5
                 */
                callsPerMinute: number;
                /**
                 * @description When it will be done at this pace, inside its calling hours; null while it does not dial.
                 * @example 2026-03-02 09:30:00
                 */
                expectedEndTime: string | null;
                /** @description It is RUNNING, but does not dial at the moment. */
                isWaiting: boolean;
                /** @description The first reason that `explain` gives. */
                reason: {
                    /**
                     * @description `draft` it is not published, `paused` a user paused it, `stopped` a user stopped it, or its scheduled end has come, `completed` every contact is done, `goal_met` its goal (`stopWhen`) is met, so no more calls start, `nobody_called` every contact is done without a call: none of them may ever be called, `failed` its calls failed: the gateway refused them, or its voice agent fails, `closed` a user closed it, `storage_fault` the database cannot do its work, for example because its disk is full, `no_dialer` no dialer is running, `gateway_down` no dialer has a gateway that works, `no_lines` the dialer is limited to 0 lines, `scheduled` the task has not started yet: it is scheduled for later, `outside_window` outside the daily window, on another day of the week or on a holiday, `dialing` calls are live or about to start, `claim_late` contacts can be called, and no call has started for five seconds: the claims of the dialers take long, as the database or the machine is busy, `heartbeat_late` contacts can be called, and no call has started for five seconds: the heartbeat of the dialers is late, and they place calls only within three seconds of one, `waiting_for_line` all lines are in use, `waiting_for_trunk` all lines of the trunks that it may take are in use, or those trunks are off, `no_trunk` no trunk that it may take is there: none is enabled, or those that it names were deleted, `trunk_down` the trunks that it may take are down, or held back after refusals, `trunk_partly_down` some of the trunks that it may take are down, or held back after refusals, `caller_ids_used_up` every caller ID has reached its calls of the day, `rate_limited` the limit of calls per second is reached, `waiting_for_retry` contacts wait for their next attempt, `nothing_left` about to complete, `calls_ending` live calls end, and no new ones start for now, `gateway_partly_down` some dialers have no gateway that works, `gateway_busy` the gateway accepts no more calls at the moment, `speech_slow` what the calls say is not ready yet: preparing it takes long, `agent_failing` the voice agent is failing: only one call at a time is placed, `recordings_waiting` recordings cannot be stored at the moment, `backup_failed` the last nightly backup failed, `webhook_off` a webhook was switched off, because its receiver took no event for five days or wants no more, `secrets_missing` trunks, own phones or webhooks have no secret since a restore from a backup without secrets: they do nothing until they have one, `backup_late` there was no nightly backup for a day and a half, `recipient_hours` outside the calling hours where the called person is, `daily_budget` the attempts in 24 hours are used up, `monthly_budget` the attempts in 30 days are used up, `before_call_time` its own time to be called (`callTime`) has not come.
                     * @enum {string}
                     */
                    code: "draft" | "paused" | "stopped" | "completed" | "goal_met" | "nobody_called" | "failed" | "closed" | "storage_fault" | "no_dialer" | "gateway_down" | "no_lines" | "scheduled" | "outside_window" | "dialing" | "claim_late" | "heartbeat_late" | "waiting_for_line" | "waiting_for_trunk" | "no_trunk" | "trunk_down" | "trunk_partly_down" | "caller_ids_used_up" | "rate_limited" | "waiting_for_retry" | "nothing_left" | "calls_ending" | "gateway_partly_down" | "gateway_busy" | "speech_slow" | "agent_failing" | "recordings_waiting" | "backup_failed" | "webhook_off" | "secrets_missing" | "backup_late" | "recipient_hours" | "daily_budget" | "monthly_budget" | "before_call_time";
                    /**
                     * @description The same in a sentence.
                     * @example Outside the calling hours: calls start again at 09:00.
                     */
                    message: string;
                    /**
                     * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
                     * @example 2026-03-02 09:30:00
                     */
                    until?: string;
                    /**
                     * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
                     * @example 2026-03-02 09:30:00
                     */
                    since?: string;
                    /** @description Who did it. */
                    actor?: string;
                    /** @description In the words of the person who stopped the task, of the gateway or of the database. */
                    reason?: string;
                    /** @description The code of `reason`, if the database gave it: a reason of the error `unavailable`, see `ErrorDetail`. Of a pause, `simulated_before`: its calls were simulated when calls became real. */
                    reasonCode?: string;
                    /**
                     * @description Live calls; of `rate_limited`, the limit.
                     * @example 12
                     */
                    calls?: number;
                    /**
                     * @description Contacts that wait.
                     * @example 12
                     */
                    contacts?: number;
                    /** @description True if more contacts wait than `contacts`: counting stopped there. */
                    isMore?: boolean;
                    /**
                     * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
                     * @example 2026-03-02 09:30:00
                     */
                    nextTime?: string;
                    /** @description Of `nobody_called`: why, the most frequent reason first. */
                    skips?: {
                        /**
                         * @description Why the number may not be called: see docs/permission.md.
                         * @example do_not_call
                         * @enum {string}
                         */
                        reason: "do_not_call" | "emergency_number" | "denied_prefix" | "no_allowed_prefix" | "too_short" | "too_long" | "no_calling_hours" | "withdrawn" | "after_call_until" | "denied_on_trunk" | "premium_number" | "recipient_hours" | "daily_budget" | "monthly_budget" | "before_call_time";
                        /**
                         * @description Contacts with this reason.
                         * @example 12
                         */
                        contacts: number;
                    }[];
                    /**
                     * @description Tasks with something to dial at a higher priority.
                     * @example 12
                     */
                    tasksBefore?: number;
                    /**
                     * @description Tasks with something to dial at the same priority.
                     * @example 12
                     */
                    tasksBeside?: number;
                    /**
                     * @description The limit for all tasks together.
                     * @example 12
                     */
                    lines?: number;
                    /**
                     * @description Lines all tasks use together.
                     * @example 12
                     */
                    linesInUseAll?: number;
                    /**
                     * @description Dialers that run.
                     * @example 12
                     */
                    dialers?: number;
                    /**
                     * @description Dialers whose gateway does not work.
                     * @example 12
                     */
                    dialersDown?: number;
                    /**
                     * @description Which attempt of the round it is.
                     * @example 12
                     */
                    attempt?: number;
                    /**
                     * @description How long it takes to make what a call says, or how long no call has started.
                     * @example 12
                     */
                    seconds?: number;
                    /** @description Names of trunks that take no calls now, or need their password again. */
                    trunks?: string[];
                    /** @description Names of own phones that need a password again. */
                    phones?: string[];
                    /** @description Hosts of webhooks that need a secret again. */
                    webhooks?: string[];
                    /**
                     * @description Contacts of the list that are dialed first.
                     * @example 12
                     */
                    contactsAhead?: number;
                };
            }[];
            /** @description Since midnight. */
            today: {
                /**
                 * @description Calls that ended.
                 * @example 120
                 */
                calls: number;
                /**
                 * @description Calls that somebody answered, successful or not; without those that a machine took.
                 * @example 120
                 */
                answered: number;
                /**
                 * @description Successful calls.
                 * @example 120
                 */
                successes: number;
                /**
                 * @description `answered` / `calls`
                 * @example 0.375
                 */
                contactRate: number;
                /**
                 * @description `successes` / `calls`
                 * @example 0.375
                 */
                successRate: number;
                /**
                 * @description Seconds talked.
                 * @example 1200.5
                 */
                talkSeconds: number;
                /** @description Yesterday until the same time. The quarter of an hour in progress counts in proportion. */
                previous: {
                    /**
                     * @description Calls that ended.
                     * @example 120
                     */
                    calls: number;
                    /**
                     * @description Calls that somebody answered, successful or not; without those that a machine took.
                     * @example 120
                     */
                    answered: number;
                    /**
                     * @description Successful calls.
                     * @example 120
                     */
                    successes: number;
                    /**
                     * @description `answered` / `calls`
                     * @example 0.375
                     */
                    contactRate: number;
                    /**
                     * @description `successes` / `calls`
                     * @example 0.375
                     */
                    successRate: number;
                    /**
                     * @description Seconds talked.
                     * @example 1200.5
                     */
                    talkSeconds: number;
                };
            };
            lines: {
                /**
                 * @description Live calls.
                 * @example 120
                 */
                inUse: number;
                /**
                 * @description Max live calls.
                 * @example 120
                 */
                limit: number;
            };
            /** @description Enabled trunks that are not registered, not reachable or held back after refusals, and those whose answer rate of the last hour is below half of that of the day before. */
            trunkProblems: {
                /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                trunkId: string;
                /** @example Main carrier */
                trunkName: string;
                /** @description The node that sees it; null: it is about all nodes. */
                node: string | null;
                /**
                 * @description What was found, as a code.
                 * @example refused
                 */
                code: string;
                /**
                 * @description The parameters of the sentence.
                 * @example {
                 *       "answer": 403
                 *     }
                 */
                facts: {
                    [key: string]: unknown;
                };
                /** @description What is wrong, and what to change. */
                message: string;
            }[];
            gateway: {
                /**
                 * @description What places the calls.
                 * @example simulator
                 */
                kind: string;
                /** @description No real phone rings. */
                isSimulated: boolean;
            };
        };
        /** @description Something was done to a task. */
        TaskChanged: {
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            taskId: string;
            /** @example pause */
            operation: string;
            /**
             * @description 0 DRAFT, 1 RUNNING, 2 PAUSED, 3 STOPPED, 4 COMPLETED, 5 FAILED, 6 CLOSED.
             * @example 1
             */
            status: number;
            /** @example PAUSED */
            statusName: string;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            time: string;
            /** @description The name of the token, or "dialer". */
            actor: string;
            reason: string | null;
        };
        /** @description Calls of a task have ended. The counts of all such events add up to those of the task. */
        TaskProgress: {
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            taskId: string;
            /** @description Calls that ended since the last progress of this task. */
            callCount: number;
            successCount: number;
            failCount: number;
            noAnswerCount: number;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            time: string;
        };
        /** @description A contact that is done in a task. */
        DoneContact: {
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            taskId: string;
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            id: string;
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            dataSourceId: string;
            /**
             * @description The number now or, of a deleted contact, the number last called.
             * @example 13800138000
             */
            phoneNumber: string;
            /**
             * @description The value of the name field of the data source; null if it has none, or was deleted.
             * @example 王小明
             */
            displayName: string | null;
            /**
             * @description `notDialed` not called yet, `dialing` in a call now, `waiting` for another attempt or for permission, `success` done: a call was successful, `failed` done: no attempt was successful, `skipped` done without a call.
             * @example failed
             * @enum {string}
             */
            state: "notDialed" | "dialing" | "waiting" | "success" | "failed" | "skipped";
            /**
             * @description Attempts of this round that have ended.
             * @example 2
             */
            attempts: number;
            /**
             * @description Calls of all rounds, in this task.
             * @example 2
             */
            callCount: number;
            /**
             * @description The cause of the last call, or why the contact may never be called.
             * @example busy
             * @enum {string|null}
             */
            cause: "answered" | "callback" | "machine" | "screening" | "silence" | "unverified" | "agent_failed" | "not_confirmed" | "no_answer" | "unreachable" | "switched_off" | "voicemail" | "busy" | "rejected" | "invalid_number" | "congestion" | "network_error" | "gateway_error" | "lost" | "do_not_call" | "emergency_number" | "denied_prefix" | "no_allowed_prefix" | "too_short" | "too_long" | "no_calling_hours" | "withdrawn" | "after_call_until" | "denied_on_trunk" | "premium_number" | null;
            /**
             * @description What came of it in five words, by its cause: `successful` a success by the rule of its task, `unsuccessful` answered, not successful, `machine` a machine or a call screening service answered, `notAnswered` rang out, unreachable or switched off, `failed` busy, rejected, no such number, congestion or an error.
             * @example successful
             * @enum {string|null}
             */
            ending: "successful" | "unsuccessful" | "machine" | "notAnswered" | "failed" | null;
            /**
             * @description While it waits: it is not dialed before this time, inside the calling hours. Null while the task does not run.
             * @example 2026-03-02 09:30:00
             */
            nextAttemptTime: string | null;
            /**
             * @description Why it waits for permission; null if it waits for nothing but its interval.
             * @enum {string|null}
             */
            waitReason: "recipient_hours" | "daily_budget" | "monthly_budget" | "before_call_time" | null;
            /**
             * @description When its last call started.
             * @example 2026-03-02 09:30:00
             */
            lastCallTime: string | null;
            /**
             * @description Talk time of all calls in this task.
             * @example 34.2
             */
            talkSeconds: number;
            /**
             * @description Of its next or last attempt.
             * @example 3
             */
            priority: number | null;
            /** @description What came of its last answered call in this task. */
            result: components["schemas"]["CallResult"] | null;
            /**
             * @description It is not called before this time.
             * @example 2026-03-02 09:30:00
             */
            callTime: string | null;
            /**
             * @description It is not called at this time or later.
             * @example 2026-03-02 09:30:00
             */
            callUntil: string | null;
            /**
             * @description The custom fields of the contact, if the webhook has `withContactFields` and the contact exists.
             * @example {
             *       "customerName": "王小明"
             *     }
             */
            contactFields?: {
                [key: string]: string;
            };
        };
        /**
         * @example {
         *       "attemptId": "01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e",
         *       "status": "ended",
         *       "cause": "answered",
         *       "talkSeconds": 42.5,
         *       "result": {
         *         "verdict": {
         *           "is": "person"
         *         },
         *         "digits": {
         *           "confirm": "1"
         *         }
         *       }
         *     }
         */
        GatewayCallback: {
            /**
             * @description The `attemptId` of the request that placed the call.
             * @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e
             */
            attemptId: string;
            /**
             * @description The stage that the call has reached.
             * @enum {string}
             */
            status: "ringing" | "answered" | "ended";
            /**
             * @description Why it ended; required when the status is ended.
             * @enum {string|null}
             */
            cause?: "answered" | "no_answer" | "unreachable" | "switched_off" | "voicemail" | "busy" | "rejected" | "invalid_number" | "congestion" | "network_error" | "gateway_error" | null;
            /** @description How long the call was connected. Default: from the report of the answer to the report of the end. */
            talkSeconds?: number | null;
            /** @description The SIP status that ended the call before it was answered, if the platform knows it. */
            sipStatus?: number | null;
            /** @description What came of the call. Results of several reports add up: a later value replaces an earlier one, digits and fields by name. */
            result?: {
                /** @description Who answered. */
                verdict?: {
                    /** @enum {string} */
                    is: "person" | "machine" | "screening" | "silence" | "unknown";
                    /** @description How it was decided, in a word. */
                    how?: string | null;
                    /** @description Milliseconds after the answer. */
                    afterMs?: number | null;
                } | null;
                /** @description What was keyed in, by the id of the gather step; empty if nothing valid was. */
                digits?: {
                    [key: string]: string;
                } | null;
                /** @description Result fields. */
                fields?: {
                    [key: string]: string;
                } | null;
                transfer?: {
                    to: string;
                    /** @enum {string} */
                    result: "answered" | "busy" | "no_answer" | "failed" | "handed_over" | "refused" | "declined";
                } | null;
                /**
                 * @description The callee wants no more calls: the `listId` of an optOut step of the flow.
                 * @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e
                 */
                optOut?: string | null;
                /**
                 * @description When another call was asked for: ISO 8601 with a zone.
                 * @example 2026-06-10T17:00:00+02:00
                 */
                callbackTime?: string | null;
                /**
                 * @description Where the platform keeps its recording. Stored as the result field `recordingUrl`.
                 * @example https://voice.example.com/recordings/1.wav
                 */
                recordingUrl?: string | null;
                /** @description What was said, by step, in order. */
                said?: {
                    step: string;
                    text: string;
                }[] | null;
                /** @description The steps that the call took, in order, each with its time in milliseconds after the answer. Counted when the call has ended. */
                path?: {
                    step: string;
                    offsetMs: number;
                    /** @description How the step was left, if the next one does not say it: `keys:1` what was keyed in, `noInput`, `case:1` the case of a branch from 1, `else`, `transfer:busy` how a transfer ended, `agent:done` how the voice agent ended, `machine` because a machine answered, `passedScreening` because an assistant put the call through. Of the last step: `hungUp` the callee hung up, `failed` the call could not go on, `interrupted` its end was not observed; `transfer:answered` and `transfer:handed_over` the call was transferred; otherwise the flow came to its end. `skipped`: steps are left out. */
                    exit?: string | null;
                }[] | null;
                /**
                 * @description How the voice agent ended.
                 * @enum {string|null}
                 */
                agent?: "done" | "refused" | "silent" | "died" | null;
                /** @description The last step that began. */
                step?: string | null;
                /** @description The step at which the callee hung up. */
                hungUp?: string | null;
            } | null;
        };
        /**
         * @example {
         *       "verdict": "person",
         *       "fields": {
         *         "appointment": "confirmed"
         *       },
         *       "callbackTime": "17:00"
         *     }
         */
        AgentWord: {
            /**
             * @description Who answered.
             * @enum {string|null}
             */
            verdict?: "person" | "machine" | "screening" | "silence" | "unknown" | null;
            /** @description How the agent knows, in a word. */
            how?: string | null;
            /** @description Result fields, stored as text. They are added to those that the call has. */
            fields?: {
                [key: string]: string | number | boolean | null;
            } | null;
            /** @description When to call again: a time such as `2026-05-04T17:00:00+02:00`, a time of day such as `17:00`, or a delay such as `+90m`. At most `CALLBACK_MAX_DAYS` ahead. */
            callbackTime?: string | null;
            /** @description What was said since the last time: appended to the transcript, which has at most 1000 lines. */
            transcript?: {
                /**
                 * @description Who said it.
                 * @enum {string}
                 */
                who: "agent" | "callee";
                text: string;
                /** @description Milliseconds after the answer, as `timestamp` of the audio. */
                offsetMs?: number | null;
            }[] | null;
            /** @description What the call was about. Replaces the earlier one. */
            summary?: string | null;
            /** @description What the call costs. Replaces the earlier cost of the same thing; a call may have 10 of them. */
            cost?: {
                amount: number;
                /**
                 * @description Three letters, as in ISO 4217.
                 * @example USD
                 */
                currency: string;
                /** @description What it is for, in a word or two. */
                of?: string | null;
            } | null;
            /** @description Transfers the call. The agent goes on until the other party has taken it. A request has one of `transfer`, `hangup`, `sendDigits` and `say`. */
            transfer?: {
                /** @description As in a `transfer` step. */
                to: string;
                /** @description Seconds that it rings there. */
                timeout?: number | null;
                /** @description Said to the other party, who then takes the call with `acceptKey`. */
                whisper?: string | null;
                /** @description 1 if it is left out. */
                acceptKey?: string | null;
            } | null;
            /** @description Hangs up at once. */
            hangup?: boolean | null;
            /** @description Keys that the callee gets as tones. */
            sendDigits?: string | null;
            /** @description Says a sentence with the speech of the service. */
            say?: {
                text: string;
                language?: string | null;
                voice?: string | null;
            } | null;
        };
        Audio: {
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            id: string;
            /** @example Welcome */
            name: string;
            /** @example 4.25 */
            durationSeconds: number;
            /**
             * @description Bytes of the uploaded file.
             * @example 68044
             */
            size: number;
            /** @description The name of the token with which it was uploaded. */
            actor: string;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            createTime: string;
        };
        /**
         * @example {
         *       "name": "Welcome",
         *       "phoneNumber": "13800138000"
         *     }
         */
        AudioToRecord: {
            /**
             * @description Unique, 1-500 characters after outer white space is trimmed, at least one of them visible.
             * @example Welcome
             */
            name: string;
            /** @description The phone that is called. */
            phoneNumber: string;
            /** @description Said before the tone. Left out where the service cannot say it: then there is only the tone. */
            text?: string | null;
            /** @description Of the text: a BCP 47 tag such as en-US. */
            language?: string | null;
        };
        AudioRecording: {
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            id: string;
            /** @example Welcome */
            name: string;
            /** @example 13800138000 */
            phoneNumber: string;
            /**
             * @description `kept`: `audioId` is the new audio. `failed`: `failure` and `reason` say why.
             * @enum {string}
             */
            status: "ringing" | "recording" | "saving" | "kept" | "failed";
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            audioId: string | null;
            /**
             * @description `not_answered`: the call was not answered or not placed, see `cause`. `nothing_recorded`: nothing was said. `not_delivered`: the gateway has no recording. `name_taken`: another audio got the name meanwhile. `unreadable`: what the gateway recorded is not audio.
             * @enum {string|null}
             */
            failure: "not_answered" | "nothing_recorded" | "not_delivered" | "name_taken" | "unreadable" | null;
            /** @description How the call ended, as in call records. */
            cause: string | null;
            /** @description Why there is no audio, in words. */
            reason: string | null;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            createTime: string;
        };
        /**
         * @example {
         *       "text": "Hello Ann",
         *       "language": "en-US"
         *     }
         */
        SentenceToSay: {
            /**
             * @description What is said.
             * @example Hello Ann
             */
            text: string;
            /**
             * @description A BCP 47 tag such as en-US or zh-CN.
             * @example en-US
             */
            language?: string | null;
            /**
             * @description As the speech provider names it.
             * @example en-us
             */
            voice?: string | null;
        };
        Speech: {
            /**
             * @description What makes speech of text: a command, an HTTP endpoint, or nothing: then only recorded phrases can be said.
             * @enum {string}
             */
            provider: "command" | "http" | "none";
            /** @description The voice of sentences that name neither voice nor language. */
            voice: string | null;
            /**
             * @description The voices that a step can name, as far as the provider tells; null if it does not.
             * @example [
             *       "alloy",
             *       "echo"
             *     ]
             */
            voices: string[] | null;
            /** @description False if the last sentence that this node asked for could not be made. */
            isWorking: boolean;
            /** @description Why the last sentence could not be made. */
            reason: string | null;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            failTime: string | null;
        };
        DialerLimits: {
            /**
             * @description Max number of live calls.
             * @example 100
             */
            lines: number;
            /**
             * @description Max number of calls started per second; 0 is no limit.
             * @example 100
             */
            callsPerSecond: number;
        };
        /**
         * @example {
         *       "lines": 200
         *     }
         */
        DialerLimitsChange: {
            /**
             * @description Max number of live calls.
             * @example 100
             */
            lines?: number | null;
            /**
             * @description Max number of calls started per second; 0 is no limit.
             * @example 100
             */
            callsPerSecond?: number | null;
        };
        /**
         * @example {
         *       "phoneNumber": "13800138000",
         *       "fields": {
         *         "name": "Ann"
         *       }
         *     }
         */
        TestCallRequest: {
            /**
             * @description The phone that is called; or give `ownPhone`.
             * @example +86 138-0013-8000
             */
            phoneNumber?: string | null;
            /**
             * @description The id of the own phone that is called instead of a number.
             * @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e
             */
            ownPhone?: string | null;
            /** @description Values for the fields that the flow uses. */
            fields?: {
                [key: string]: string;
            } | null;
            /**
             * @description The trunk that the call takes; without it, one of those of the task.
             * @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e
             */
            trunkId?: string | null;
            /**
             * @description The number that the phone shows, in place of one of the pool. The carrier must accept it.
             * @example +4930901820
             */
            callerId?: string | null;
        };
        TestCall: {
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            id: string;
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            taskId: string | null;
            phoneNumber: string;
            /**
             * @description `waiting` for a node, `preparing` what is said, `calling`, `answered` or `ended`.
             * @example answered
             */
            status: string;
            /**
             * @description How it ended, as in call records.
             * @example answered
             */
            cause: string | null;
            /** @description Why it could not be placed or could not go on. */
            reason: string | null;
            /** @description What came of it, as in call records. */
            result: {
                [key: string]: unknown;
            } | null;
            /**
             * @description The trunk of the call; null without trunks.
             * @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e
             */
            trunkId: string | null;
            /**
             * @description Null without a trunk, and if it was deleted.
             * @example Main carrier
             */
            trunkName: string | null;
            /**
             * @description The number that the callee was shown; null if the service did not choose it.
             * @example +4930901820
             */
            callerId: string | null;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            createTime: string;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            endTime: string | null;
        };
        AccessToken: {
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            id: string;
            /** @example crm */
            name: string;
            /**
             * @description What the token may do; each scope includes those before it.
             * @enum {string}
             */
            scope: "read" | "write" | "admin";
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            createTime: string;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            expireTime: string | null;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            revokeTime: string | null;
            /** @description Whether an assistant with this token may make phones ring, each time after asking its person. */
            assistantMayCall: boolean;
            /** @description Whether it may listen in on live calls. */
            mayListen: boolean;
            /** @description How many calls may be asked for with it in 24 hours; null: as many as the service allows every token (`MAX_CALLS_PER_TOKEN_PER_DAY`). */
            maxCallsPerDay: number | null;
        };
        /**
         * @example {
         *       "name": "crm",
         *       "scope": "write",
         *       "expiresInDays": 90
         *     }
         */
        NewAccessToken: {
            /** @description The name of the token, such as the system that uses it: what is done with it is recorded under this name. No other valid token has it. */
            name: string;
            /**
             * @description What the token may do; each scope includes those before it.
             * @enum {string}
             */
            scope: "read" | "write" | "admin";
            /** @description Default: never. */
            expiresInDays?: number | null;
            /** @description Whether an assistant (`/mcp`) with this token may publish, resume, recall and call, each time after asking its person. Default: false. */
            assistantMayCall?: boolean | null;
            /** @description Whether it may listen in on live calls, with scope write or admin. Default: false. */
            mayListen?: boolean | null;
            /** @description How many calls may be asked for with it in 24 hours: a call or a test call is one, publishing a task is one for each contact, a recall one for each recalled contact, and a contact that is added to a list one for each task in live list mode that calls it. More are refused with 429, and so are tasks in live list mode with 403. Default: as many as the service allows every token. */
            maxCallsPerDay?: number | null;
        };
        CreatedAccessToken: {
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            id: string;
            /** @example crm */
            name: string;
            /**
             * @description What the token may do; each scope includes those before it.
             * @enum {string}
             */
            scope: "read" | "write" | "admin";
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            createTime: string;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            expireTime: string | null;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            revokeTime: string | null;
            /** @description Whether an assistant with this token may make phones ring, each time after asking its person. */
            assistantMayCall: boolean;
            /** @description Whether it may listen in on live calls. */
            mayListen: boolean;
            /** @description How many calls may be asked for with it in 24 hours; null: as many as the service allows every token (`MAX_CALLS_PER_TOKEN_PER_DAY`). */
            maxCallsPerDay: number | null;
            /** @description The token itself: returned only once; the service stores only its hash. */
            token: string;
        };
        Trunk: {
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            id: string;
            /** @example Main carrier */
            name: string;
            /**
             * @description `sip`: added here. The others are the gateway that the environment names (`GATEWAY`); of such a trunk only limits, priority, prices and what belongs to them can be changed here.
             * @enum {string}
             */
            kind: "sip" | "asterisk" | "http";
            /** @description Whether calls are placed by this trunk. */
            isEnabled: boolean;
            /**
             * @description The address of the carrier. A host name or an IP address, without sip: and without a port; an IPv6 address may be in brackets, which are not stored.
             * @example sip.example.com
             */
            host: string;
            /**
             * @description Null: the one that DNS names, or else 5060, and 5061 with TLS.
             * @example 5060
             */
            port: number | null;
            /**
             * @description How SIP is sent.
             * @enum {string}
             */
            transport: "udp" | "tcp" | "tls";
            /**
             * @description The account. Null: the carrier wants none. Required with `registers` and with a password.
             * @example 4930901820
             */
            username: string | null;
            /**
             * @description What the carrier asks a password for, if that is not the username (`auth user`, `authentication ID`). Null: the username. Needs a username.
             * @example 4930901820
             */
            authName: string | null;
            /** @description Whether the trunk registers with the carrier, as a phone does. */
            registers: boolean;
            /**
             * @description The user in the From of a call, which some carriers want to be the account. Null: the caller ID.
             * @example 4930901820
             */
            fromUser: string | null;
            /**
             * @description The domain in the From of a call. Null: the address of the service. A host name or an IP address, without sip: and without a port; an IPv6 address may be in brackets, which are not stored.
             * @example sip.example.com
             */
            fromDomain: string | null;
            /**
             * @description Through which calls, registrations and OPTIONS go instead of straight to the host: a host name or an IP address, with a port if it is not that of the transport. An IPv6 address with a port is in brackets. Calls from outside are accepted from it too.
             * @example proxy.example.com:5080
             */
            outboundProxy: string | null;
            /** @description Whether the carrier is asked every 30 seconds whether it is there (OPTIONS). False for a carrier that does not answer that: whether it can be reached then shows only in calls. */
            sendsOptions: boolean;
            /** @description Whether the caller ID is also sent as P-Asserted-Identity, for carriers whose From is the account. */
            sendsIdentity: boolean;
            /** @description Whether the caller ID is also sent as Remote-Party-ID, which older switches want. */
            sendsRemotePartyId: boolean;
            /** @description Whether the callee is shown no number (RFC 3323: From is anonymous, Privacy is `id`). The carrier is told the number in P-Asserted-Identity, and in Remote-Party-ID if that is sent. Many countries forbid this for calls that sell something. */
            hidesCallerId: boolean;
            /**
             * @description Encrypted sound (SDES): `off`; `offered`, for carriers that may take it; `demanded`, calls fail without it. The keys travel in SIP: without TLS anybody on the way can read them. Null: offered with TLS, otherwise off.
             * @enum {string|null}
             */
            srtp: "off" | "offered" | "demanded" | null;
            /**
             * @description How the keys that callees press arrive: as events beside the sound (`rfc4733`), as SIP messages (`info`), as tones in the sound (`inBand`), or `auto`: RFC 4733 if the carrier offers it, otherwise in band.
             * @enum {string}
             */
            keys: "auto" | "rfc4733" | "info" | "inBand";
            /**
             * @description How sound is sent, the preferred one first. At least one of `ulaw`, `alaw`, `g722` and `gsm`: those are translated.
             * @example [
             *       "alaw",
             *       "ulaw"
             *     ]
             */
            codecs: ("ulaw" | "alaw" | "g722" | "opus" | "gsm")[];
            /**
             * @description How the carrier wants numbers: `plus` +4930901820, `digits` 4930901820, `doubleZero` 004930901820, `asWritten` as the contact has it. A number without country code is in the country of the service; without that it stays as it is.
             * @enum {string}
             */
            numberForm: "plus" | "digits" | "doubleZero" | "asWritten";
            /**
             * @description Change the number once more after `numberForm`. The first rule that matches is applied, and no other.
             * @example [
             *       {
             *         "match": "+49",
             *         "strip": 3,
             *         "add": "0"
             *       }
             *     ]
             */
            prefixRules: {
                /**
                 * @description How the number begins; every number begins with the empty text.
                 * @example +49
                 */
                match: string;
                /**
                 * @description How many characters are removed at the beginning. Must not be above the length of `match`.
                 * @example 3
                 */
                strip: number;
                /**
                 * @description What is put before the rest, such as a prefix that the carrier has given you. It may have * and #.
                 * @example 0
                 */
                add: string;
            }[];
            /** @description The numbers that callees may be shown. Stored without separators. */
            callerIds: string[];
            /**
             * @description Which of them is shown to a callee who was shown none of them before: `inTurn` the one with the fewest calls of the day, `local` the one that has the most digits behind the country code in common with the called number.
             * @enum {string}
             */
            callerIdChoice: "inTurn" | "local";
            /**
             * @description Max number of calls that show the same number on a day, by the time zone of the service. Null is no limit.
             * @example 100
             */
            callerIdDailyLimit: number | null;
            /**
             * @description Max number of live calls, over all nodes. Null is no limit.
             * @example 30
             */
            lines: number | null;
            /**
             * @description Max number of calls started per second, over all nodes. Null is no limit.
             * @example 5
             */
            callsPerSecond: number | null;
            /**
             * @description 1 is tried first.
             * @example 1
             */
            priority: number;
            /**
             * @description The host names of the nodes that register the trunk and place its calls, without regard to case. Empty: all nodes. If none of them runs, the trunk takes no calls.
             * @example [
             *       "dialer-1"
             *     ]
             */
            nodes: string[];
            /**
             * @description What a minute of a call costs: of trunks with the same priority the cheapest for a number is tried first. The longest prefix holds, and of equal ones the first. A trunk without a price for a number comes after those with one.
             * @example [
             *       {
             *         "prefix": "+49",
             *         "price": 0.012
             *       }
             *     ]
             */
            prices: {
                /**
                 * @description How the called number begins, with + and country code; every number begins with the empty text.
                 * @example +49
                 */
                prefix: string;
                /** @example 0.012 */
                price: number;
            }[];
            /**
             * @description Of the prices. Null: they are only compared, and calls have no line cost. Trunks are compared by the bare numbers.
             * @example USD
             */
            currency: string | null;
            /** @description For how long a talk the carrier charges: 60 and 60 is by the begun minute, 1 and 1 by the second. */
            billing: {
                /**
                 * @description At least this long.
                 * @example 60
                 */
                firstSeconds: number;
                /**
                 * @description Then each begun step.
                 * @example 60
                 */
                stepSeconds: number;
            };
            /** @description What happens to people who call one of the caller IDs. Null: their calls are refused. Only an Asterisk that Carillon runs is called. */
            inbound: {
                /** @description What people hear who were called before, with the fields of the contact of the latest call to their number. */
                flow: components["schemas"]["Flow"] | components["schemas"]["Flow"];
                /** @description For callers who were not called before, who show no number, or whose contact was deleted; also if the other flow cannot speak. Null: the same flow, without fields. */
                unknownFlow?: ((components["schemas"]["Flow"] | null) | null) | components["schemas"]["Flow"] | null;
                /**
                 * @description Max number of calls from outside at the same time, on each node. More are refused as busy.
                 * @default 10
                 */
                maxCalls?: number;
                /**
                 * @description Max number of calls from one number within a minute, on each node. More are refused as busy.
                 * @default 5
                 */
                callsPerCaller?: number;
            } | null;
            /** @description Whether a password is stored. */
            hasPassword: boolean;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            createTime: string;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            updateTime: string;
        };
        ChangedTrunk: {
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            id: string;
            /** @example Main carrier */
            name: string;
            /**
             * @description `sip`: added here. The others are the gateway that the environment names (`GATEWAY`); of such a trunk only limits, priority, prices and what belongs to them can be changed here.
             * @enum {string}
             */
            kind: "sip" | "asterisk" | "http";
            /** @description Whether calls are placed by this trunk. */
            isEnabled: boolean;
            /**
             * @description The address of the carrier. A host name or an IP address, without sip: and without a port; an IPv6 address may be in brackets, which are not stored.
             * @example sip.example.com
             */
            host: string;
            /**
             * @description Null: the one that DNS names, or else 5060, and 5061 with TLS.
             * @example 5060
             */
            port: number | null;
            /**
             * @description How SIP is sent.
             * @enum {string}
             */
            transport: "udp" | "tcp" | "tls";
            /**
             * @description The account. Null: the carrier wants none. Required with `registers` and with a password.
             * @example 4930901820
             */
            username: string | null;
            /**
             * @description What the carrier asks a password for, if that is not the username (`auth user`, `authentication ID`). Null: the username. Needs a username.
             * @example 4930901820
             */
            authName: string | null;
            /** @description Whether the trunk registers with the carrier, as a phone does. */
            registers: boolean;
            /**
             * @description The user in the From of a call, which some carriers want to be the account. Null: the caller ID.
             * @example 4930901820
             */
            fromUser: string | null;
            /**
             * @description The domain in the From of a call. Null: the address of the service. A host name or an IP address, without sip: and without a port; an IPv6 address may be in brackets, which are not stored.
             * @example sip.example.com
             */
            fromDomain: string | null;
            /**
             * @description Through which calls, registrations and OPTIONS go instead of straight to the host: a host name or an IP address, with a port if it is not that of the transport. An IPv6 address with a port is in brackets. Calls from outside are accepted from it too.
             * @example proxy.example.com:5080
             */
            outboundProxy: string | null;
            /** @description Whether the carrier is asked every 30 seconds whether it is there (OPTIONS). False for a carrier that does not answer that: whether it can be reached then shows only in calls. */
            sendsOptions: boolean;
            /** @description Whether the caller ID is also sent as P-Asserted-Identity, for carriers whose From is the account. */
            sendsIdentity: boolean;
            /** @description Whether the caller ID is also sent as Remote-Party-ID, which older switches want. */
            sendsRemotePartyId: boolean;
            /** @description Whether the callee is shown no number (RFC 3323: From is anonymous, Privacy is `id`). The carrier is told the number in P-Asserted-Identity, and in Remote-Party-ID if that is sent. Many countries forbid this for calls that sell something. */
            hidesCallerId: boolean;
            /**
             * @description Encrypted sound (SDES): `off`; `offered`, for carriers that may take it; `demanded`, calls fail without it. The keys travel in SIP: without TLS anybody on the way can read them. Null: offered with TLS, otherwise off.
             * @enum {string|null}
             */
            srtp: "off" | "offered" | "demanded" | null;
            /**
             * @description How the keys that callees press arrive: as events beside the sound (`rfc4733`), as SIP messages (`info`), as tones in the sound (`inBand`), or `auto`: RFC 4733 if the carrier offers it, otherwise in band.
             * @enum {string}
             */
            keys: "auto" | "rfc4733" | "info" | "inBand";
            /**
             * @description How sound is sent, the preferred one first. At least one of `ulaw`, `alaw`, `g722` and `gsm`: those are translated.
             * @example [
             *       "alaw",
             *       "ulaw"
             *     ]
             */
            codecs: ("ulaw" | "alaw" | "g722" | "opus" | "gsm")[];
            /**
             * @description How the carrier wants numbers: `plus` +4930901820, `digits` 4930901820, `doubleZero` 004930901820, `asWritten` as the contact has it. A number without country code is in the country of the service; without that it stays as it is.
             * @enum {string}
             */
            numberForm: "plus" | "digits" | "doubleZero" | "asWritten";
            /**
             * @description Change the number once more after `numberForm`. The first rule that matches is applied, and no other.
             * @example [
             *       {
             *         "match": "+49",
             *         "strip": 3,
             *         "add": "0"
             *       }
             *     ]
             */
            prefixRules: {
                /**
                 * @description How the number begins; every number begins with the empty text.
                 * @example +49
                 */
                match: string;
                /**
                 * @description How many characters are removed at the beginning. Must not be above the length of `match`.
                 * @example 3
                 */
                strip: number;
                /**
                 * @description What is put before the rest, such as a prefix that the carrier has given you. It may have * and #.
                 * @example 0
                 */
                add: string;
            }[];
            /** @description The numbers that callees may be shown. Stored without separators. */
            callerIds: string[];
            /**
             * @description Which of them is shown to a callee who was shown none of them before: `inTurn` the one with the fewest calls of the day, `local` the one that has the most digits behind the country code in common with the called number.
             * @enum {string}
             */
            callerIdChoice: "inTurn" | "local";
            /**
             * @description Max number of calls that show the same number on a day, by the time zone of the service. Null is no limit.
             * @example 100
             */
            callerIdDailyLimit: number | null;
            /**
             * @description Max number of live calls, over all nodes. Null is no limit.
             * @example 30
             */
            lines: number | null;
            /**
             * @description Max number of calls started per second, over all nodes. Null is no limit.
             * @example 5
             */
            callsPerSecond: number | null;
            /**
             * @description 1 is tried first.
             * @example 1
             */
            priority: number;
            /**
             * @description The host names of the nodes that register the trunk and place its calls, without regard to case. Empty: all nodes. If none of them runs, the trunk takes no calls.
             * @example [
             *       "dialer-1"
             *     ]
             */
            nodes: string[];
            /**
             * @description What a minute of a call costs: of trunks with the same priority the cheapest for a number is tried first. The longest prefix holds, and of equal ones the first. A trunk without a price for a number comes after those with one.
             * @example [
             *       {
             *         "prefix": "+49",
             *         "price": 0.012
             *       }
             *     ]
             */
            prices: {
                /**
                 * @description How the called number begins, with + and country code; every number begins with the empty text.
                 * @example +49
                 */
                prefix: string;
                /** @example 0.012 */
                price: number;
            }[];
            /**
             * @description Of the prices. Null: they are only compared, and calls have no line cost. Trunks are compared by the bare numbers.
             * @example USD
             */
            currency: string | null;
            /** @description For how long a talk the carrier charges: 60 and 60 is by the begun minute, 1 and 1 by the second. */
            billing: {
                /**
                 * @description At least this long.
                 * @example 60
                 */
                firstSeconds: number;
                /**
                 * @description Then each begun step.
                 * @example 60
                 */
                stepSeconds: number;
            };
            /** @description What happens to people who call one of the caller IDs. Null: their calls are refused. Only an Asterisk that Carillon runs is called. */
            inbound: {
                /** @description What people hear who were called before, with the fields of the contact of the latest call to their number. */
                flow: components["schemas"]["Flow"] | components["schemas"]["Flow"];
                /** @description For callers who were not called before, who show no number, or whose contact was deleted; also if the other flow cannot speak. Null: the same flow, without fields. */
                unknownFlow?: ((components["schemas"]["Flow"] | null) | null) | components["schemas"]["Flow"] | null;
                /**
                 * @description Max number of calls from outside at the same time, on each node. More are refused as busy.
                 * @default 10
                 */
                maxCalls?: number;
                /**
                 * @description Max number of calls from one number within a minute, on each node. More are refused as busy.
                 * @default 5
                 */
                callsPerCaller?: number;
            } | null;
            /** @description Whether a password is stored. */
            hasPassword: boolean;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            createTime: string;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            updateTime: string;
            /** @description What somebody should know about this change. */
            warnings: {
                /** @enum {string} */
                code: "tasks_paused" | "tasks_kept" | "tasks_moved" | "calls_simulated" | "emergency_rule";
                message: string;
                /** @description The tasks that it concerns. */
                tasks?: {
                    /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                    id: string;
                    taskName: string;
                }[];
                /** @description The prefix rule that it concerns: its place, from 0. */
                rule?: number;
                /**
                 * @description The emergency number that the rule can make.
                 * @example 112
                 */
                number?: string;
            }[];
        };
        /**
         * @example {
         *       "prefixRules": [
         *         {
         *           "match": "+49",
         *           "strip": 3,
         *           "add": "0"
         *         }
         *       ]
         *     }
         */
        TrunkCheck: {
            /**
             * @description Change the number once more after `numberForm`. The first rule that matches is applied, and no other.
             * @example [
             *       {
             *         "match": "+49",
             *         "strip": 3,
             *         "add": "0"
             *       }
             *     ]
             */
            prefixRules: {
                /**
                 * @description How the number begins; every number begins with the empty text.
                 * @example +49
                 */
                match: string;
                /**
                 * @description How many characters are removed at the beginning. Must not be above the length of `match`.
                 * @example 3
                 */
                strip: number;
                /**
                 * @description What is put before the rest, such as a prefix that the carrier has given you. It may have * and #.
                 * @example 0
                 */
                add: string;
            }[];
        };
        CheckedTrunk: {
            /** @description What somebody should know about this change. */
            warnings: {
                /** @enum {string} */
                code: "tasks_paused" | "tasks_kept" | "tasks_moved" | "calls_simulated" | "emergency_rule";
                message: string;
                /** @description The tasks that it concerns. */
                tasks?: {
                    /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                    id: string;
                    taskName: string;
                }[];
                /** @description The prefix rule that it concerns: its place, from 0. */
                rule?: number;
                /**
                 * @description The emergency number that the rule can make.
                 * @example 112
                 */
                number?: string;
            }[];
        };
        /**
         * @example {
         *       "name": "Main carrier",
         *       "host": "sip.example.com",
         *       "username": "4930901820",
         *       "password": "secret",
         *       "registers": true,
         *       "callerIds": [
         *         "+4930901820"
         *       ]
         *     }
         */
        NewTrunk: {
            /**
             * @description Unique, 1-100 characters after outer white space is trimmed, at least one of them visible.
             * @example Main carrier
             */
            name: string;
            /**
             * @description The address of the carrier. A host name or an IP address, without sip: and without a port; an IPv6 address may be in brackets, which are not stored.
             * @example sip.example.com
             */
            host: string;
            /**
             * @description Whether calls are placed by this trunk.
             * @default true
             */
            isEnabled?: boolean | null;
            /**
             * @description Null: the one that DNS names, or else 5060, and 5061 with TLS.
             * @example 5060
             */
            port?: number | null;
            /**
             * @description How SIP is sent.
             * @default udp
             * @enum {string|null}
             */
            transport?: "udp" | "tcp" | "tls" | null;
            /**
             * @description The account. Null: the carrier wants none. Required with `registers` and with a password.
             * @example 4930901820
             */
            username?: string | null;
            /**
             * @description What the carrier asks a password for, if that is not the username (`auth user`, `authentication ID`). Null: the username. Needs a username.
             * @example 4930901820
             */
            authName?: string | null;
            /**
             * @description Whether the trunk registers with the carrier, as a phone does.
             * @default false
             */
            registers?: boolean | null;
            /**
             * @description The user in the From of a call, which some carriers want to be the account. Null: the caller ID.
             * @example 4930901820
             */
            fromUser?: string | null;
            /**
             * @description The domain in the From of a call. Null: the address of the service. A host name or an IP address, without sip: and without a port; an IPv6 address may be in brackets, which are not stored.
             * @example sip.example.com
             */
            fromDomain?: string | null;
            /**
             * @description Through which calls, registrations and OPTIONS go instead of straight to the host: a host name or an IP address, with a port if it is not that of the transport. An IPv6 address with a port is in brackets. Calls from outside are accepted from it too.
             * @example proxy.example.com:5080
             */
            outboundProxy?: string | null;
            /**
             * @description Whether the carrier is asked every 30 seconds whether it is there (OPTIONS). False for a carrier that does not answer that: whether it can be reached then shows only in calls.
             * @default true
             */
            sendsOptions?: boolean | null;
            /**
             * @description Whether the caller ID is also sent as P-Asserted-Identity, for carriers whose From is the account.
             * @default false
             */
            sendsIdentity?: boolean | null;
            /**
             * @description Whether the caller ID is also sent as Remote-Party-ID, which older switches want.
             * @default false
             */
            sendsRemotePartyId?: boolean | null;
            /**
             * @description Whether the callee is shown no number (RFC 3323: From is anonymous, Privacy is `id`). The carrier is told the number in P-Asserted-Identity, and in Remote-Party-ID if that is sent. Many countries forbid this for calls that sell something.
             * @default false
             */
            hidesCallerId?: boolean | null;
            /**
             * @description Encrypted sound (SDES): `off`; `offered`, for carriers that may take it; `demanded`, calls fail without it. The keys travel in SIP: without TLS anybody on the way can read them. Null: offered with TLS, otherwise off.
             * @enum {string|null}
             */
            srtp?: "off" | "offered" | "demanded" | null;
            /**
             * @description How the keys that callees press arrive: as events beside the sound (`rfc4733`), as SIP messages (`info`), as tones in the sound (`inBand`), or `auto`: RFC 4733 if the carrier offers it, otherwise in band.
             * @default auto
             * @enum {string|null}
             */
            keys?: "auto" | "rfc4733" | "info" | "inBand" | null;
            /**
             * @description How sound is sent, the preferred one first. At least one of `ulaw`, `alaw`, `g722` and `gsm`: those are translated.
             * @default [
             *       "ulaw",
             *       "alaw"
             *     ]
             * @example [
             *       "alaw",
             *       "ulaw"
             *     ]
             */
            codecs?: ("ulaw" | "alaw" | "g722" | "opus" | "gsm")[] | null;
            /**
             * @description How the carrier wants numbers: `plus` +4930901820, `digits` 4930901820, `doubleZero` 004930901820, `asWritten` as the contact has it. A number without country code is in the country of the service; without that it stays as it is.
             * @default plus
             * @enum {string|null}
             */
            numberForm?: "plus" | "digits" | "doubleZero" | "asWritten" | null;
            /**
             * @description Change the number once more after `numberForm`. The first rule that matches is applied, and no other.
             * @default []
             * @example [
             *       {
             *         "match": "+49",
             *         "strip": 3,
             *         "add": "0"
             *       }
             *     ]
             */
            prefixRules?: {
                /**
                 * @description How the number begins; every number begins with the empty text.
                 * @example +49
                 */
                match: string;
                /**
                 * @description How many characters are removed at the beginning. Must not be above the length of `match`.
                 * @example 3
                 */
                strip: number;
                /**
                 * @description What is put before the rest, such as a prefix that the carrier has given you. It may have * and #.
                 * @example 0
                 */
                add: string;
            }[] | null;
            /**
             * @description The numbers that callees may be shown. Stored without separators.
             * @default []
             */
            callerIds?: string[] | null;
            /**
             * @description Which of them is shown to a callee who was shown none of them before: `inTurn` the one with the fewest calls of the day, `local` the one that has the most digits behind the country code in common with the called number.
             * @default inTurn
             * @enum {string|null}
             */
            callerIdChoice?: "inTurn" | "local" | null;
            /**
             * @description Max number of calls that show the same number on a day, by the time zone of the service. Null is no limit.
             * @example 100
             */
            callerIdDailyLimit?: number | null;
            /**
             * @description Max number of live calls, over all nodes. Null is no limit.
             * @example 30
             */
            lines?: number | null;
            /**
             * @description Max number of calls started per second, over all nodes. Null is no limit.
             * @example 5
             */
            callsPerSecond?: number | null;
            /**
             * @description 1 is tried first.
             * @default 1
             * @example 1
             */
            priority?: number | null;
            /**
             * @description The host names of the nodes that register the trunk and place its calls, without regard to case. Empty: all nodes. If none of them runs, the trunk takes no calls.
             * @default []
             * @example [
             *       "dialer-1"
             *     ]
             */
            nodes?: string[] | null;
            /**
             * @description What a minute of a call costs: of trunks with the same priority the cheapest for a number is tried first. The longest prefix holds, and of equal ones the first. A trunk without a price for a number comes after those with one.
             * @default []
             * @example [
             *       {
             *         "prefix": "+49",
             *         "price": 0.012
             *       }
             *     ]
             */
            prices?: {
                /**
                 * @description How the called number begins, with + and country code; every number begins with the empty text.
                 * @example +49
                 */
                prefix: string;
                /** @example 0.012 */
                price: number;
            }[] | null;
            /**
             * @description Of the prices. Null: they are only compared, and calls have no line cost. Trunks are compared by the bare numbers.
             * @example USD
             */
            currency?: string | null;
            /**
             * @description For how long a talk the carrier charges: 60 and 60 is by the begun minute, 1 and 1 by the second.
             * @default {
             *       "firstSeconds": 1,
             *       "stepSeconds": 1
             *     }
             */
            billing?: {
                /**
                 * @description At least this long.
                 * @example 60
                 */
                firstSeconds: number;
                /**
                 * @description Then each begun step.
                 * @example 60
                 */
                stepSeconds: number;
            } | null;
            /** @description What happens to people who call one of the caller IDs. Null: their calls are refused. Only an Asterisk that Carillon runs is called. */
            inbound?: {
                /** @description What people hear who were called before, with the fields of the contact of the latest call to their number. */
                flow: components["schemas"]["Flow"] | components["schemas"]["Flow"];
                /** @description For callers who were not called before, who show no number, or whose contact was deleted; also if the other flow cannot speak. Null: the same flow, without fields. */
                unknownFlow?: ((components["schemas"]["Flow"] | null) | null) | components["schemas"]["Flow"] | null;
                /**
                 * @description Max number of calls from outside at the same time, on each node. More are refused as busy.
                 * @default 10
                 */
                maxCalls?: number;
                /**
                 * @description Max number of calls from one number within a minute, on each node. More are refused as busy.
                 * @default 5
                 */
                callsPerCaller?: number;
            } | null;
            /** @description Of the account. It is stored, and no answer ever has it. Null removes it. Required with `registers`, unless the trunk is disabled. */
            password?: string | null;
            /**
             * @description Only if no call was real before: what becomes of running tasks whose calls were simulated. They `pause`, until somebody resumes them with `isSimulated`; or they `keep` to the simulator; or they `move`: their calls are real from now on.
             * @default pause
             * @enum {string|null}
             */
            simulatedTasks?: "pause" | "keep" | "move" | null;
        };
        /**
         * @example {
         *       "id": "01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e",
         *       "isEnabled": false
         *     }
         */
        TrunkChange: {
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            id: string;
            /**
             * @description Unique, 1-100 characters after outer white space is trimmed, at least one of them visible.
             * @example Main carrier
             */
            name?: string | null;
            /**
             * @description The address of the carrier. A host name or an IP address, without sip: and without a port; an IPv6 address may be in brackets, which are not stored.
             * @example sip.example.com
             */
            host?: string | null;
            /** @description Whether calls are placed by this trunk. */
            isEnabled?: boolean | null;
            /**
             * @description Null: the one that DNS names, or else 5060, and 5061 with TLS.
             * @example 5060
             */
            port?: number | null;
            /**
             * @description How SIP is sent.
             * @enum {string|null}
             */
            transport?: "udp" | "tcp" | "tls" | null;
            /**
             * @description The account. Null: the carrier wants none. Required with `registers` and with a password.
             * @example 4930901820
             */
            username?: string | null;
            /**
             * @description What the carrier asks a password for, if that is not the username (`auth user`, `authentication ID`). Null: the username. Needs a username.
             * @example 4930901820
             */
            authName?: string | null;
            /** @description Whether the trunk registers with the carrier, as a phone does. */
            registers?: boolean | null;
            /**
             * @description The user in the From of a call, which some carriers want to be the account. Null: the caller ID.
             * @example 4930901820
             */
            fromUser?: string | null;
            /**
             * @description The domain in the From of a call. Null: the address of the service. A host name or an IP address, without sip: and without a port; an IPv6 address may be in brackets, which are not stored.
             * @example sip.example.com
             */
            fromDomain?: string | null;
            /**
             * @description Through which calls, registrations and OPTIONS go instead of straight to the host: a host name or an IP address, with a port if it is not that of the transport. An IPv6 address with a port is in brackets. Calls from outside are accepted from it too.
             * @example proxy.example.com:5080
             */
            outboundProxy?: string | null;
            /** @description Whether the carrier is asked every 30 seconds whether it is there (OPTIONS). False for a carrier that does not answer that: whether it can be reached then shows only in calls. */
            sendsOptions?: boolean | null;
            /** @description Whether the caller ID is also sent as P-Asserted-Identity, for carriers whose From is the account. */
            sendsIdentity?: boolean | null;
            /** @description Whether the caller ID is also sent as Remote-Party-ID, which older switches want. */
            sendsRemotePartyId?: boolean | null;
            /** @description Whether the callee is shown no number (RFC 3323: From is anonymous, Privacy is `id`). The carrier is told the number in P-Asserted-Identity, and in Remote-Party-ID if that is sent. Many countries forbid this for calls that sell something. */
            hidesCallerId?: boolean | null;
            /**
             * @description Encrypted sound (SDES): `off`; `offered`, for carriers that may take it; `demanded`, calls fail without it. The keys travel in SIP: without TLS anybody on the way can read them. Null: offered with TLS, otherwise off.
             * @enum {string|null}
             */
            srtp?: "off" | "offered" | "demanded" | null;
            /**
             * @description How the keys that callees press arrive: as events beside the sound (`rfc4733`), as SIP messages (`info`), as tones in the sound (`inBand`), or `auto`: RFC 4733 if the carrier offers it, otherwise in band.
             * @enum {string|null}
             */
            keys?: "auto" | "rfc4733" | "info" | "inBand" | null;
            /**
             * @description How sound is sent, the preferred one first. At least one of `ulaw`, `alaw`, `g722` and `gsm`: those are translated.
             * @example [
             *       "alaw",
             *       "ulaw"
             *     ]
             */
            codecs?: ("ulaw" | "alaw" | "g722" | "opus" | "gsm")[] | null;
            /**
             * @description How the carrier wants numbers: `plus` +4930901820, `digits` 4930901820, `doubleZero` 004930901820, `asWritten` as the contact has it. A number without country code is in the country of the service; without that it stays as it is.
             * @enum {string|null}
             */
            numberForm?: "plus" | "digits" | "doubleZero" | "asWritten" | null;
            /**
             * @description Change the number once more after `numberForm`. The first rule that matches is applied, and no other.
             * @example [
             *       {
             *         "match": "+49",
             *         "strip": 3,
             *         "add": "0"
             *       }
             *     ]
             */
            prefixRules?: {
                /**
                 * @description How the number begins; every number begins with the empty text.
                 * @example +49
                 */
                match: string;
                /**
                 * @description How many characters are removed at the beginning. Must not be above the length of `match`.
                 * @example 3
                 */
                strip: number;
                /**
                 * @description What is put before the rest, such as a prefix that the carrier has given you. It may have * and #.
                 * @example 0
                 */
                add: string;
            }[] | null;
            /** @description The numbers that callees may be shown. Stored without separators. */
            callerIds?: string[] | null;
            /**
             * @description Which of them is shown to a callee who was shown none of them before: `inTurn` the one with the fewest calls of the day, `local` the one that has the most digits behind the country code in common with the called number.
             * @enum {string|null}
             */
            callerIdChoice?: "inTurn" | "local" | null;
            /**
             * @description Max number of calls that show the same number on a day, by the time zone of the service. Null is no limit.
             * @example 100
             */
            callerIdDailyLimit?: number | null;
            /**
             * @description Max number of live calls, over all nodes. Null is no limit.
             * @example 30
             */
            lines?: number | null;
            /**
             * @description Max number of calls started per second, over all nodes. Null is no limit.
             * @example 5
             */
            callsPerSecond?: number | null;
            /**
             * @description 1 is tried first.
             * @example 1
             */
            priority?: number | null;
            /**
             * @description The host names of the nodes that register the trunk and place its calls, without regard to case. Empty: all nodes. If none of them runs, the trunk takes no calls.
             * @example [
             *       "dialer-1"
             *     ]
             */
            nodes?: string[] | null;
            /**
             * @description What a minute of a call costs: of trunks with the same priority the cheapest for a number is tried first. The longest prefix holds, and of equal ones the first. A trunk without a price for a number comes after those with one.
             * @example [
             *       {
             *         "prefix": "+49",
             *         "price": 0.012
             *       }
             *     ]
             */
            prices?: {
                /**
                 * @description How the called number begins, with + and country code; every number begins with the empty text.
                 * @example +49
                 */
                prefix: string;
                /** @example 0.012 */
                price: number;
            }[] | null;
            /**
             * @description Of the prices. Null: they are only compared, and calls have no line cost. Trunks are compared by the bare numbers.
             * @example USD
             */
            currency?: string | null;
            /** @description For how long a talk the carrier charges: 60 and 60 is by the begun minute, 1 and 1 by the second. */
            billing?: {
                /**
                 * @description At least this long.
                 * @example 60
                 */
                firstSeconds: number;
                /**
                 * @description Then each begun step.
                 * @example 60
                 */
                stepSeconds: number;
            } | null;
            /** @description What happens to people who call one of the caller IDs. Null: their calls are refused. Only an Asterisk that Carillon runs is called. */
            inbound?: {
                /** @description What people hear who were called before, with the fields of the contact of the latest call to their number. */
                flow: components["schemas"]["Flow"] | components["schemas"]["Flow"];
                /** @description For callers who were not called before, who show no number, or whose contact was deleted; also if the other flow cannot speak. Null: the same flow, without fields. */
                unknownFlow?: ((components["schemas"]["Flow"] | null) | null) | components["schemas"]["Flow"] | null;
                /**
                 * @description Max number of calls from outside at the same time, on each node. More are refused as busy.
                 * @default 10
                 */
                maxCalls?: number;
                /**
                 * @description Max number of calls from one number within a minute, on each node. More are refused as busy.
                 * @default 5
                 */
                callsPerCaller?: number;
            } | null;
            /** @description Of the account. It is stored, and no answer ever has it. Null removes it. Required with `registers`, unless the trunk is disabled. */
            password?: string | null;
            /**
             * @description Only if no call was real before: what becomes of running tasks whose calls were simulated. They `pause`, until somebody resumes them with `isSimulated`; or they `keep` to the simulator; or they `move`: their calls are real from now on.
             * @default pause
             * @enum {string|null}
             */
            simulatedTasks?: "pause" | "keep" | "move" | null;
        };
        TrunkPreset: {
            /** @enum {string} */
            id: "ip" | "digest" | "registered" | "fromAccount";
            /** @example Registered account */
            name: string;
            /** @description What the carrier wants, in a sentence or two. */
            description: string;
            /** @description The settings that it sets. */
            settings: {
                /** @description Whether the trunk registers with the carrier, as a phone does. */
                registers: boolean;
                /** @description Whether the caller ID is also sent as P-Asserted-Identity, for carriers whose From is the account. */
                sendsIdentity: boolean;
            };
            /**
             * @description The fields to fill in.
             * @example [
             *       "host",
             *       "username",
             *       "password"
             *     ]
             */
            asksFor: string[];
            /**
             * @description Fields that get the value of another field.
             * @example [
             *       {
             *         "field": "fromUser",
             *         "from": "username"
             *       }
             *     ]
             */
            copies: {
                field: string;
                from: string;
            }[];
        };
        TrunkCondition: {
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            id: string;
            /**
             * @description `reachable` is the best state of a trunk that does not register. A trunk that is `heldBack` has refused calls: it gets none for up to a minute, and then one at a time until one gets through.
             * @enum {string}
             */
            state: "registered" | "reachable" | "heldBack" | "down" | "unknown" | "off";
            /**
             * @description What was found, as a code.
             * @example refused
             */
            code: string | null;
            /**
             * @description The parameters of the sentence.
             * @example {
             *       "answer": 403
             *     }
             */
            facts: {
                [key: string]: unknown;
            };
            /** @description Why, and what to change if it is `down`. */
            message: string | null;
            /** @description How each node that runs an Asterisk sees it. The state above is the worst of them. */
            nodes: {
                /**
                 * @description The name of the node.
                 * @example dialer-1 4711
                 */
                node: string;
                /**
                 * @description `reachable` is the best state of a trunk that does not register. A trunk that is `heldBack` has refused calls: it gets none for up to a minute, and then one at a time until one gets through.
                 * @enum {string}
                 */
                state: "registered" | "reachable" | "heldBack" | "down" | "unknown" | "off";
                /**
                 * @description What was found, as a code.
                 * @example refused
                 */
                code: string | null;
                /**
                 * @description The parameters of the sentence.
                 * @example {
                 *       "answer": 403
                 *     }
                 */
                facts: {
                    [key: string]: unknown;
                };
                /** @description Why, and what to change if it is `down`. */
                message: string | null;
                /**
                 * @description Null for a trunk that does not register.
                 * @enum {string|null}
                 */
                registration: "registered" | "rejected" | "waiting" | null;
                /**
                 * @description How long the carrier took to answer the last time, in milliseconds.
                 * @example 12.5
                 */
                roundTripMs: number | null;
                /**
                 * @description Live calls on this trunk.
                 * @example 120
                 */
                liveCalls: number | null;
                /** @description How the sound of some of its live calls arrives, on average; null without such calls. */
                media: {
                    /**
                     * @description Live calls that were looked at.
                     * @example 120
                     */
                    calls: number;
                    /**
                     * @description Share of the packets that did not arrive, from 0 to 1.
                     * @example 0.01
                     */
                    loss: number;
                    /**
                     * @description Milliseconds.
                     * @example 4.2
                     */
                    jitterMs: number;
                    /**
                     * @description Asterisk's media experience score, from 0 to 100; from 80 on the sound is good.
                     * @example 92
                     */
                    mes: number | null;
                } | null;
            }[];
            /** @description Whether all of its caller IDs have reached `callerIdDailyLimit`: until tomorrow it takes only calls of tasks with caller IDs of their own. */
            isAtDailyLimit: boolean;
            /** @description Caller IDs of the trunk that were shown today, or rest; of all nodes. */
            callerIds: {
                /** @example +4930901820 */
                callerId: string;
                /**
                 * @description Calls of today that show it, by all trunks.
                 * @example 120
                 */
                calls: number;
                /**
                 * @description It is not shown before this time, because its calls were answered clearly less often than those of the others of its pool.
                 * @example 2026-03-02 09:30:00
                 */
                restUntil: string | null;
                /**
                 * @description If it rests: answered calls per call, of the day before.
                 * @example 0.1234
                 */
                answerRate: number | null;
                /**
                 * @description If it rests: the same of the others of its pool.
                 * @example 0.1234
                 */
                poolAnswerRate: number | null;
            }[];
            /** @description Of the last hour, from the beginning of its first quarter of an hour on. */
            lastHour: {
                /**
                 * @description Calls that ended.
                 * @example 120
                 */
                calls: number;
                /**
                 * @description Calls that were answered, also by machines.
                 * @example 120
                 */
                answered: number;
                /**
                 * @description Answered calls with less than 6 seconds of talk.
                 * @example 120
                 */
                shortCalls: number;
                /**
                 * @description `answered` / `calls`, the answer-seizure ratio; null without calls.
                 * @example 0.375
                 */
                answerRate: number | null;
                /** @example 1200.5 */
                talkSeconds: number;
                /** @description How the sound of its calls has arrived, on average; null if none was measured. */
                media: {
                    /**
                     * @description Calls whose sound was measured.
                     * @example 120
                     */
                    calls: number;
                    /**
                     * @description Share of the packets that did not arrive, from 0 to 1.
                     * @example 0.01
                     */
                    loss: number;
                    /**
                     * @description Milliseconds.
                     * @example 4.2
                     */
                    jitterMs: number;
                    /**
                     * @description Asterisk's media experience score, from 0 to 100; from 80 on the sound is good.
                     * @example 92
                     */
                    mes: number | null;
                } | null;
            };
        };
        TrunkHistory: {
            /**
             * @description Seconds a bucket.
             * @example 900
             */
            step: number;
            /** @description The last 24 hours, the oldest first, one for every step, also without calls. */
            buckets: {
                /**
                 * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
                 * @example 2026-03-02 09:30:00
                 */
                time: string;
                /**
                 * @description Calls that ended.
                 * @example 120
                 */
                calls: number;
                /**
                 * @description Calls that were answered, also by machines.
                 * @example 120
                 */
                answered: number;
                /**
                 * @description Answered calls with less than 6 seconds of talk.
                 * @example 120
                 */
                shortCalls: number;
                /**
                 * @description `answered` / `calls`, the answer-seizure ratio; null without calls.
                 * @example 0.375
                 */
                answerRate: number | null;
                /** @example 1200.5 */
                talkSeconds: number;
                /** @description How the sound of its calls has arrived, on average; null if none was measured. */
                media: {
                    /**
                     * @description Calls whose sound was measured.
                     * @example 120
                     */
                    calls: number;
                    /**
                     * @description Share of the packets that did not arrive, from 0 to 1.
                     * @example 0.01
                     */
                    loss: number;
                    /**
                     * @description Milliseconds.
                     * @example 4.2
                     */
                    jitterMs: number;
                    /**
                     * @description Asterisk's media experience score, from 0 to 100; from 80 on the sound is good.
                     * @example 92
                     */
                    mes: number | null;
                } | null;
            }[];
            /** @description SIP answers that ended calls in this time, the most frequent first. */
            answers: {
                /** @example 486 */
                sipStatus: number;
                /**
                 * @description Calls that ended with it.
                 * @example 120
                 */
                calls: number;
                /**
                 * @description The beginning of the quarter of an hour of the last of them.
                 * @example 2026-03-02 09:30:00
                 */
                lastTime: string;
                /** @description What it means and, if it is about the trunk, what to change. */
                message: string;
            }[];
        };
        /**
         * @example {
         *       "phoneNumber": "+4930901820"
         *     }
         */
        TrunkTestRequest: {
            /** @description The phone that is called. */
            phoneNumber: string;
        };
        TrunkTestStep: {
            /**
             * @description What was tried.
             * @enum {string}
             */
            step: "resolve" | "reach" | "address" | "register" | "send" | "answer" | "ring" | "pickUp" | "sound" | "hangUp";
            /**
             * @description The first step that fails is the last one. After a warning the test goes on.
             * @enum {string}
             */
            status: "ok" | "failed" | "skipped" | "warning";
            /**
             * @description What was found, as a code.
             * @example refused
             */
            code: string;
            /**
             * @description The parameters of the sentence.
             * @example {
             *       "answer": 403
             *     }
             */
            facts: {
                [key: string]: unknown;
            };
            /**
             * @description What was found and, if it failed, what to change.
             * @example The phone rings after 1.0 s.
             */
            message: string;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            time: string;
        };
        TrunkTest: {
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            id: string;
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            trunkId: string;
            phoneNumber: string;
            /** @description Those that are over, in their order. */
            steps: components["schemas"]["TrunkTestStep"][];
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            startTime: string;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            endTime: string | null;
        };
        OwnPhone: {
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            id: string;
            /** @example Reception */
            name: string;
            /**
             * @description In SIP.
             * @example 0004812057
             */
            username: string;
            /** @description False after a restore from a backup without secrets: delete the phone and add it again. */
            hasPassword: boolean;
            /** @description Whether it can be called now; null if this node cannot know. */
            isRegistered: boolean | null;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            createTime: string;
        };
        /**
         * @example {
         *       "name": "Reception"
         *     }
         */
        NewOwnPhone: {
            /** @example Reception */
            name: string;
        };
        /** @description What a SIP app is told. */
        OwnPhoneAccount: {
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            id: string;
            /** @example Reception */
            name: string;
            /**
             * @description In SIP.
             * @example 0004812057
             */
            username: string;
            /**
             * @description It cannot be read again.
             * @example k3v9tqx2m7hcw5zrb8ya
             */
            password: string;
            /**
             * @description Where the SIP app registers: EXTERNAL_ADDRESS if that is set, otherwise the host of this request, or the address of this machine.
             * @example 192.168.1.20
             */
            host: string;
            /**
             * @description UDP.
             * @example 5060
             */
            port: number;
        };
        /**
         * @example {
         *       "id": "01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e",
         *       "username": "0004812057",
         *       "password": "k3v9tqx2m7hcw5zrb8ya"
         *     }
         */
        BrowserPhone: {
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            id: string;
            /**
             * @description In SIP.
             * @example 0004812057
             */
            username: string;
            /**
             * @description It cannot be read again.
             * @example k3v9tqx2m7hcw5zrb8ya
             */
            password: string;
            /**
             * @description Of the WebSocket, with the subprotocols `sip` and `password.` followed by the password: SIP over WebSocket (RFC 7118). A phone has one: another one ends it. Pages of other sites are refused with 403, wrong passwords with 401 and then, like wrong tokens, with 429.
             * @example /api/phone/ws?username=0004812057
             */
            path: string;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            expireTime: string;
        };
        Webhook: {
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            id: string;
            /** @example https://crm.example.com/carillon */
            url: string;
            description: string;
            events: ("call.ended" | "contact.done" | "task.status" | "task.attention" | "import.finished" | "doNotCall.added" | "recording.ready")[];
            taskIds: string[];
            /** @description `call.ended` and `contact.done` have the custom fields of the contact. */
            withContactFields: boolean;
            /** @description One that is switched on again continues where it was; events that wait for 30 days are dropped. */
            isEnabled: boolean;
            /**
             * @description Why the service has switched it off: no delivery was taken for five days, or the receiver answered 410.
             * @enum {string|null}
             */
            offReason: "failing" | "gone" | null;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            offTime: string | null;
            /** @description False after a restore from a backup without secrets: nothing is sent until the secret is rotated. */
            hasSecret: boolean;
            /**
             * @description Until then the secret before the last rotation signs too.
             * @example 2026-03-02 09:30:00
             */
            previousSecretUntil: string | null;
            /**
             * @description Since when no delivery was taken; null: the last one was.
             * @example 2026-03-02 09:30:00
             */
            failingSince: string | null;
            /** @description Events that were read and wait to be sent. */
            waitingCount: number;
            /** @description Events that were given up, in the last 30 days. */
            failedCount: number;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            createTime: string;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            updateTime: string;
        };
        /**
         * @example {
         *       "url": "https://crm.example.com/carillon",
         *       "events": [
         *         "call.ended"
         *       ]
         *     }
         */
        NewWebhook: {
            /**
             * @description Begins with https://, or on this machine http://. Addresses inside your own network are refused unless `WEBHOOK_ALLOW` names them; a name is judged by what it resolves to, now and at every connection. Redirects are not followed.
             * @example https://crm.example.com/carillon
             */
            url: string;
            /**
             * @description Which events are sent.
             * @example [
             *       "call.ended",
             *       "task.status"
             *     ]
             */
            events: ("call.ended" | "contact.done" | "task.status" | "task.attention" | "import.finished" | "doNotCall.added" | "recording.ready")[];
            /** @example To the CRM */
            description?: string | null;
            /**
             * @description Tasks that exist: only their events are sent. Empty: those of all tasks, and events without a task.
             * @example []
             */
            taskIds?: string[] | null;
            /** @description `call.ended` and `contact.done` have the custom fields of the contact. */
            withContactFields?: boolean | null;
            /** @description One that is switched on again continues where it was; events that wait for 30 days are dropped. */
            isEnabled?: boolean | null;
        };
        /**
         * @example {
         *       "id": "01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e",
         *       "isEnabled": false
         *     }
         */
        WebhookChange: {
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            id: string;
            /**
             * @description Begins with https://, or on this machine http://. Addresses inside your own network are refused unless `WEBHOOK_ALLOW` names them; a name is judged by what it resolves to, now and at every connection. Redirects are not followed.
             * @example https://crm.example.com/carillon
             */
            url?: string | null;
            /**
             * @description Which events are sent.
             * @example [
             *       "call.ended",
             *       "task.status"
             *     ]
             */
            events?: ("call.ended" | "contact.done" | "task.status" | "task.attention" | "import.finished" | "doNotCall.added" | "recording.ready")[] | null;
            /** @example To the CRM */
            description?: string | null;
            /**
             * @description Tasks that exist: only their events are sent. Empty: those of all tasks, and events without a task.
             * @example []
             */
            taskIds?: string[] | null;
            /** @description `call.ended` and `contact.done` have the custom fields of the contact. */
            withContactFields?: boolean | null;
            /** @description One that is switched on again continues where it was; events that wait for 30 days are dropped. */
            isEnabled?: boolean | null;
        };
        WebhookDelivery: {
            /** @example 42 */
            id: string;
            /**
             * @description `webhook-id` of all attempts; no other event ever has it.
             * @example msg_01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e
             */
            messageId: string;
            /** @example call.ended */
            event: string;
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            taskId: string | null;
            /**
             * @description `waiting` for its first or next attempt, `delivered` it was taken, `failed` it was given up after all attempts.
             * @enum {string}
             */
            status: "waiting" | "delivered" | "failed";
            /**
             * @description Since it was read, or sent again by a person.
             * @example 1
             */
            attempts: number;
            /**
             * @description While it waits: when the next attempt follows.
             * @example 2026-03-02 09:30:00
             */
            nextTime: string | null;
            /**
             * @description Of the last attempt.
             * @example 2026-03-02 09:30:00
             */
            lastTime: string | null;
            /**
             * @description What the receiver answered; null if it did not.
             * @example 200
             */
            httpStatus: number | null;
            /**
             * @description Of the last attempt.
             * @example 120
             */
            durationMs: number | null;
            /** @description The first bytes of the answer, at most 1 KiB. */
            answer: string | null;
            /** @description Why there was no answer. */
            error: string | null;
            /**
             * @description When the event was read.
             * @example 2026-03-02 09:30:00
             */
            createTime: string;
        };
        /** @description A call that has ended. */
        EndedCall: {
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            id: string;
            /**
             * @description Null of a call without a task.
             * @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e
             */
            taskId: string | null;
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            contactId: string;
            /**
             * @description Whether we called, or somebody called us. The task and the contact of an inbound call are those that were called last at the number; if there are none, the task is null.
             * @enum {string}
             */
            direction: "outbound" | "inbound";
            /**
             * @description The number that was dialed, or that called; `anonymous` if the caller shows none.
             * @example 13800138000
             */
            phoneNumber: string;
            /**
             * @description The display name of the contact; left out if it has none, or was deleted.
             * @example 王小明
             */
            displayName?: string;
            /**
             * @description 1, increased with every recall of the contact.
             * @example 1
             */
            round: number;
            /**
             * @description The number of the attempt in its round, from 1.
             * @example 2
             */
            attempt: number;
            /**
             * @description 1 success, 2 fail, 3 noAnswer.
             * @example 1
             */
            outcome: number;
            /**
             * @description What came of it in five words, by its cause: `successful` a success by the rule of its task, `unsuccessful` answered, not successful, `machine` a machine or a call screening service answered, `notAnswered` rang out, unreachable or switched off, `failed` busy, rejected, no such number, congestion or an error.
             * @example successful
             * @enum {string}
             */
            ending: "successful" | "unsuccessful" | "machine" | "notAnswered" | "failed";
            /**
             * @description The finer cause of the outcome: `answered` the call was answered, and is a success by the rule of its task, `callback` another call was asked for, `machine` a machine answered, `screening` a call screening service answered, `silence` nobody spoke, `unverified` it is not known whether a person answered, `agent_failed` the voice agent failed, `not_confirmed` the result does not meet the condition of its task, `no_answer` it rang out, `unreachable` the phone could not be reached, `switched_off` the phone was off, `voicemail` the platform says that a machine took the call, `busy` the line was busy, `rejected` the call was rejected, `invalid_number` there is no such number, `congestion` the network was congested, `network_error` the network failed, `gateway_error` the gateway failed, `lost` the end of the call was not observed.
             * @example answered
             * @enum {string}
             */
            cause: "answered" | "callback" | "machine" | "screening" | "silence" | "unverified" | "agent_failed" | "not_confirmed" | "no_answer" | "unreachable" | "switched_off" | "voicemail" | "busy" | "rejected" | "invalid_number" | "congestion" | "network_error" | "gateway_error" | "lost";
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            startTime: string;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            answerTime: string | null;
            /**
             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
             * @example 2026-03-02 09:30:00
             */
            endTime: string;
            /**
             * @description Talk time in seconds.
             * @example 34.2
             */
            talkSeconds: number;
            /** @description What came of it; null if it was not answered or nothing is known. */
            result: components["schemas"]["CallResult"] | null;
            /**
             * @description The SIP status that ended the call before it was answered; null if it was answered, or if the gateway does not know it.
             * @example 486
             */
            sipStatus: number | null;
            /**
             * @description The trunk of the call; null without trunks.
             * @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e
             */
            trunkId: string | null;
            /**
             * @description Null without a trunk, and if it was deleted.
             * @example Main carrier
             */
            trunkName: string | null;
            /**
             * @description The number that the callee was shown; null if the service did not choose it.
             * @example +4930901820
             */
            callerId: string | null;
            /** @description By the prices that the trunk has now, and without transfers. Null if the call was not answered or came from outside, and if the trunk has no currency or no price for the number. */
            lineCost: {
                /**
                 * @description What the trunk charges for the talk.
                 * @example 0.024
                 */
                amount: number;
                /** @example USD */
                currency: string;
            } | null;
            /** @description What its voice agent has told; null if it had none, or one that told nothing. */
            conversation: components["schemas"]["Conversation"] | null;
            /** @description Only of a call that was asked for with `POST /api/call`. Its task is null and its contact the id of the request. */
            singleCall?: {
                /**
                 * @description What `POST /api/call` returned.
                 * @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e
                 */
                id: string;
                /** @description False: it is tried again. */
                isLast: boolean;
                /** @description Why it was not placed: a code, or what the gateway says. */
                reason: string | null;
            };
            /** @description The contact is done in its task: no other attempt follows, unless it is recalled. */
            isLastAttempt: boolean;
            /**
             * @description The custom fields of the contact, if the webhook has `withContactFields` and the contact exists.
             * @example {
             *       "customerName": "王小明"
             *     }
             */
            contactFields?: {
                [key: string]: string;
            };
        };
        /** @description Numbers that may no longer be called. */
        AddedDoNotCallEntry: {
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            listId: string;
            /**
             * @description Null if the list was deleted.
             * @example Opted out
             */
            listName: string | null;
            /**
             * @description How many numbers: 1, or those of a file.
             * @example 1
             */
            count: number;
            /**
             * @description The import, if the numbers came from a file. Then there is one event for all of them, which has none of the fields below but `actor`; `exportDoNotCallEntries` has the numbers.
             * @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e
             */
            importId: string | null;
        };
        /** @description Says only that the webhook works. */
        WebhookTest: {
            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
            webhookId: string;
        };
        /** @description A call of a task or one that was asked for has ended, or somebody has called in. */
        CallEndedEvent: {
            /** @enum {string} */
            type: "call.ended";
            /**
             * Format: date-time
             * @description When it happened, in UTC.
             * @example 2026-03-02T01:30:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["EndedCall"];
        };
        /** @description A contact is done: a call was successful, no attempt is left, it may never be called, or the goal of the task is met. */
        ContactDoneEvent: {
            /** @enum {string} */
            type: "contact.done";
            /**
             * Format: date-time
             * @description When it happened, in UTC.
             * @example 2026-03-02T01:30:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["DoneContact"];
        };
        /** @description A task was published, paused, resumed, recalled, stopped, closed, completed or failed. */
        TaskStatusEvent: {
            /** @enum {string} */
            type: "task.status";
            /**
             * Format: date-time
             * @description When it happened, in UTC.
             * @example 2026-03-02T01:30:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["TaskChanged"];
        };
        /** @description A task does not continue until a person acts, or has called nobody. */
        TaskAttentionEvent: {
            /** @enum {string} */
            type: "task.attention";
            /**
             * Format: date-time
             * @description When it happened, in UTC.
             * @example 2026-03-02T01:30:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["TaskAttention"];
        };
        /** @description An import is completed, has failed or was canceled. */
        ImportFinishedEvent: {
            /** @enum {string} */
            type: "import.finished";
            /**
             * Format: date-time
             * @description When it happened, in UTC.
             * @example 2026-03-02T01:30:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["ImportJob"];
        };
        /** @description A number was put on a do-not-call list: in a call, by a person or by the API; or the numbers of a file were, which is one event. */
        DoNotCallAddedEvent: {
            /** @enum {string} */
            type: "doNotCall.added";
            /**
             * Format: date-time
             * @description When it happened, in UTC.
             * @example 2026-03-02T01:30:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["AddedDoNotCallEntry"];
        };
        /** @description A recording can be listened to. */
        RecordingReadyEvent: {
            /** @enum {string} */
            type: "recording.ready";
            /**
             * Format: date-time
             * @description When it happened, in UTC.
             * @example 2026-03-02T01:30:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["Recording"];
        };
        /** @description Sent by the button of the console, or POST /api/webhook/test. */
        WebhookTestEvent: {
            /** @enum {string} */
            type: "webhook.test";
            /**
             * Format: date-time
             * @description When it happened, in UTC.
             * @example 2026-03-02T01:30:00.000Z
             */
            timestamp: string;
            data: components["schemas"]["WebhookTest"];
        };
    };
    responses: {
        /** @description The request is malformed or breaks a rule; the message names the field. */
        Error400: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The access token is missing, unknown, expired or revoked. */
        Error401: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The token does not have the scope that this operation needs. */
        Error403: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is nothing with this id. */
        Error404: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The operation is not allowed in the current state of the task. */
        Error405: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Something with this name or number exists already, something is still going on, or the same request is. */
        Error409: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request is larger than the service takes. */
        Error413: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is of another content type than the operation takes. */
        Error415: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The range is outside the file. */
        Error416: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The Idempotency-Key was used for another request. */
        Error422: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Too many requests, or too many of this kind at once; see Retry-After. */
        Error429: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description An error of the service itself. */
        Error500: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The database cannot be reached at the moment, or has no connection free. */
        Error503: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listTasks: {
        parameters: {
            query?: {
                /** @description Page number, from 1. Pages shift when rows are added or deleted; `afterId` does not. */
                pageNum?: number;
                /** @description Rows per page. */
                pageSize?: number;
                /**
                 * @description Instead of `pageNum`: the rows that follow the one with this id, also if it was deleted meanwhile. Reading on from the last row of each answer neither skips nor repeats a row that exists throughout.
                 * @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e
                 */
                afterId?: string;
                /** @description Part of the name, in any case. */
                taskName?: string;
                /**
                 * @description 0 DRAFT, 1 RUNNING, 2 PAUSED, 3 STOPPED, 4 COMPLETED, 5 FAILED, 6 CLOSED.
                 * @example 1
                 */
                status?: number;
                /** @description Only the tasks of this data source. */
                dataSourceId?: string;
                /** @description What the answer contains in addition. */
                include?: "progress";
                /**
                 * @description Tasks that were created from this time on, in the time zone of the service. `createdTo` must be later than `createdFrom`.
                 * @example 2026-03-02 09:00:00
                 */
                createdFrom?: string;
                /**
                 * @description Tasks that were created before this time, in the time zone of the service. `createdTo` must be later than `createdFrom`.
                 * @example 2026-03-02 09:00:00
                 */
                createdTo?: string;
                /** @description Only tasks that are active (RUNNING, PAUSED, FAILED), drafts (DRAFT) or ended (STOPPED, COMPLETED, CLOSED). */
                group?: "active" | "drafts" | "ended";
                /** @description The field to sort by. `afterId` needs the default order. */
                sort?: "createTime" | "taskName" | "status" | "progress" | "priority" | "startTime";
                /** @description Ascending, or descending. Default: asc, but desc without `sort` and by createTime. */
                order?: "asc" | "desc";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List tasks, newest first */
            200: {
                headers: {
                    /** @description Query parameters and fields of the request that this operation does not have, percent-encoded and separated by commas: the first 20. */
                    "X-Ignored-Fields"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["TaskPage"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Read a task */
            200: {
                headers: {
                    /** @description Query parameters and fields of the request that this operation does not have, percent-encoded and separated by commas: the first 20. */
                    "X-Ignored-Fields"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["TaskDetail"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getTaskSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Read the settings of a task */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["TaskSettings"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getTaskStatistics: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Read the statistics of a task */
            200: {
                headers: {
                    /** @description Query parameters and fields of the request that this operation does not have, percent-encoded and separated by commas: the first 20. */
                    "X-Ignored-Fields"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["TaskStatistics"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getTaskResults: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Count what came of the calls of a task */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["TaskResults"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    exportTaskContacts: {
        parameters: {
            query?: {
                /** @description `excel` is an .xlsx workbook. */
                format?: "csv" | "excel";
                /** @description For people: readable titles and words instead of codes, in this language; numbers and times of a workbook are typed cells. Default: titles and values as the API names them, all of them text. */
                labels?: "en" | "zh";
                /** @description 0 all, 1 SUCCESS, 2 FAILED, 3 NOT_DIALED, 4 IN_PROGRESS. */
                status?: number;
            };
            header?: never;
            path: {
                /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, as a stream. */
            200: {
                headers: {
                    /** @description Query parameters and fields of the request that this operation does not have, percent-encoded and separated by commas: the first 20. */
                    "X-Ignored-Fields"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listTaskAudit: {
        parameters: {
            query?: {
                /** @description Page number, from 1. Pages shift when rows are added or deleted; `afterId` does not. */
                pageNum?: number;
                /** @description Rows per page. */
                pageSize?: number;
                /**
                 * @description Instead of `pageNum`: the rows that follow the one with this id, also if it was deleted meanwhile. Reading on from the last row of each answer neither skips nor repeats a row that exists throughout.
                 * @example 1042
                 */
                afterId?: string;
            };
            header?: never;
            path: {
                /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List the changes of a task, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: {
                            /** @description Number of rows in all pages together. */
                            total: number;
                            rows: components["schemas"]["AuditEntry"][];
                        };
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    addTask: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: the request is carried out once, and a request with the same key, path and body within 24 hours gets the first answer, with the header `Idempotent-Replayed: true`. A new UUID for each request is a good key.
                 * @example 6f1d3a3e-2b0c-4c57-9a51-0f5f3a1f7f0e
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewTask"];
            };
        };
        responses: {
            /** @description Create a task */
            200: {
                headers: {
                    /** @description Query parameters and fields of the request that this operation does not have, percent-encoded and separated by commas: the first 20. */
                    "X-Ignored-Fields"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["AddedTask"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    duplicateTask: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: the request is carried out once, and a request with the same key, path and body within 24 hours gets the first answer, with the header `Idempotent-Replayed: true`. A new UUID for each request is a good key.
                 * @example 6f1d3a3e-2b0c-4c57-9a51-0f5f3a1f7f0e
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TaskCopy"];
            };
        };
        responses: {
            /** @description Create a draft with the settings of another task */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["AddedTask"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    continueTask: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: the request is carried out once, and a request with the same key, path and body within 24 hours gets the first answer, with the header `Idempotent-Replayed: true`. A new UUID for each request is a good key.
                 * @example 6f1d3a3e-2b0c-4c57-9a51-0f5f3a1f7f0e
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TaskCopy"];
            };
        };
        responses: {
            /** @description Create a draft for the contacts that a stopped or closed task was not done with */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["AddedTask"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            405: components["responses"]["Error405"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updateTask: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: the request is carried out once, and a request with the same key, path and body within 24 hours gets the first answer, with the header `Idempotent-Replayed: true`. A new UUID for each request is a good key.
                 * @example 6f1d3a3e-2b0c-4c57-9a51-0f5f3a1f7f0e
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TaskChange"];
            };
        };
        responses: {
            /** @description Change a task that is still a draft */
            200: {
                headers: {
                    /** @description Query parameters and fields of the request that this operation does not have, percent-encoded and separated by commas: the first 20. */
                    "X-Ignored-Fields"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["UpdatedTask"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            405: components["responses"]["Error405"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    publishTask: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: the request is carried out once, and a request with the same key, path and body within 24 hours gets the first answer, with the header `Idempotent-Replayed: true`. A new UUID for each request is a good key.
                 * @example 6f1d3a3e-2b0c-4c57-9a51-0f5f3a1f7f0e
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StartRequest"];
            };
        };
        responses: {
            /** @description Publish a draft: dialing begins */
            200: {
                headers: {
                    /** @description Query parameters and fields of the request that this operation does not have, percent-encoded and separated by commas: the first 20. */
                    "X-Ignored-Fields"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["PublishedTask"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            405: components["responses"]["Error405"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    pauseTask: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: the request is carried out once, and a request with the same key, path and body within 24 hours gets the first answer, with the header `Idempotent-Replayed: true`. A new UUID for each request is a good key.
                 * @example 6f1d3a3e-2b0c-4c57-9a51-0f5f3a1f7f0e
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e"
                 *     }
                 */
                "application/json": {
                    /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                    id: string;
                };
            };
        };
        responses: {
            /** @description Pause a running task: no new call starts */
            200: {
                headers: {
                    /** @description Query parameters and fields of the request that this operation does not have, percent-encoded and separated by commas: the first 20. */
                    "X-Ignored-Fields"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["TaskState"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            405: components["responses"]["Error405"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    closeTask: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: the request is carried out once, and a request with the same key, path and body within 24 hours gets the first answer, with the header `Idempotent-Replayed: true`. A new UUID for each request is a good key.
                 * @example 6f1d3a3e-2b0c-4c57-9a51-0f5f3a1f7f0e
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e"
                 *     }
                 */
                "application/json": {
                    /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                    id: string;
                };
            };
        };
        responses: {
            /** @description Close a task; it cannot be reopened */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["TaskState"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            405: components["responses"]["Error405"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    resumeTask: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: the request is carried out once, and a request with the same key, path and body within 24 hours gets the first answer, with the header `Idempotent-Replayed: true`. A new UUID for each request is a good key.
                 * @example 6f1d3a3e-2b0c-4c57-9a51-0f5f3a1f7f0e
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StartRequest"];
            };
        };
        responses: {
            /** @description Resume a paused or failed task */
            200: {
                headers: {
                    /** @description Query parameters and fields of the request that this operation does not have, percent-encoded and separated by commas: the first 20. */
                    "X-Ignored-Fields"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["TaskState"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            405: components["responses"]["Error405"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    stopTask: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: the request is carried out once, and a request with the same key, path and body within 24 hours gets the first answer, with the header `Idempotent-Replayed: true`. A new UUID for each request is a good key.
                 * @example 6f1d3a3e-2b0c-4c57-9a51-0f5f3a1f7f0e
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StopRequest"];
            };
        };
        responses: {
            /** @description Stop a task; it cannot be continued */
            200: {
                headers: {
                    /** @description Query parameters and fields of the request that this operation does not have, percent-encoded and separated by commas: the first 20. */
                    "X-Ignored-Fields"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["TaskState"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            405: components["responses"]["Error405"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    rescheduleTask: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: the request is carried out once, and a request with the same key, path and body within 24 hours gets the first answer, with the header `Idempotent-Replayed: true`. A new UUID for each request is a good key.
                 * @example 6f1d3a3e-2b0c-4c57-9a51-0f5f3a1f7f0e
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RescheduleRequest"];
            };
        };
        responses: {
            /** @description Change the hours, the priority, the attempts or the interval of a paused task */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["RescheduledTask"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            405: components["responses"]["Error405"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    recallContacts: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: the request is carried out once, and a request with the same key, path and body within 24 hours gets the first answer, with the header `Idempotent-Replayed: true`. A new UUID for each request is a good key.
                 * @example 6f1d3a3e-2b0c-4c57-9a51-0f5f3a1f7f0e
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RecallRequest"];
            };
        };
        responses: {
            /** @description Dial contacts again */
            200: {
                headers: {
                    /** @description Query parameters and fields of the request that this operation does not have, percent-encoded and separated by commas: the first 20. */
                    "X-Ignored-Fields"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["RecallResult"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            405: components["responses"]["Error405"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listFlowVersions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List the versions of a task's flow, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: {
                            rows: components["schemas"]["FlowVersion"][];
                        };
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    changeTaskFlow: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: the request is carried out once, and a request with the same key, path and body within 24 hours gets the first answer, with the header `Idempotent-Replayed: true`. A new UUID for each request is a good key.
                 * @example 6f1d3a3e-2b0c-4c57-9a51-0f5f3a1f7f0e
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeFlowRequest"];
            };
        };
        responses: {
            /** @description Give a published task another flow, for calls that start from now on */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: {
                            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                            id: string;
                            /** @example 2 */
                            version: number;
                        };
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            405: components["responses"]["Error405"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listTaskContacts: {
        parameters: {
            query?: {
                /** @description Page number, from 1. Pages shift when rows are added or deleted; `afterId` does not. */
                pageNum?: number;
                /** @description Rows per page. */
                pageSize?: number;
                /**
                 * @description Instead of `pageNum`: the rows that follow the one with this id, also if it was deleted meanwhile. Reading on from the last row of each answer neither skips nor repeats a row that exists throughout.
                 * @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e
                 */
                afterId?: string;
                /**
                 * @description `notDialed` not called yet, `dialing` in a call now, `waiting` for another attempt or for permission, `success` done: a call was successful, `failed` done: no attempt was successful, `skipped` done without a call.
                 * @example failed
                 */
                state?: "notDialed" | "dialing" | "waiting" | "success" | "failed" | "skipped";
                /**
                 * @description The cause of the last call, or why the contact may never be called.
                 * @example busy
                 */
                cause?: "answered" | "callback" | "machine" | "screening" | "silence" | "unverified" | "agent_failed" | "not_confirmed" | "no_answer" | "unreachable" | "switched_off" | "voicemail" | "busy" | "rejected" | "invalid_number" | "congestion" | "network_error" | "gateway_error" | "lost" | "do_not_call" | "emergency_number" | "denied_prefix" | "no_allowed_prefix" | "too_short" | "too_long" | "no_calling_hours" | "withdrawn" | "after_call_until" | "denied_on_trunk" | "premium_number";
                /**
                 * @description What came of it in five words, by its cause: `successful` a success by the rule of its task, `unsuccessful` answered, not successful, `machine` a machine or a call screening service answered, `notAnswered` rang out, unreachable or switched off, `failed` busy, rejected, no such number, congestion or an error.
                 * @example successful
                 */
                ending?: "successful" | "unsuccessful" | "machine" | "notAnswered" | "failed";
                /** @description Only contacts with at least this many attempts in their round. */
                minAttempts?: number;
                /** @description Part of the number; separators do not matter. */
                phoneNumber?: string;
                /** @description Part of the display name, in any case: the field that `nameField` of the data source names. */
                name?: string;
                /** @description Only contacts whose last answered call has this in its result: `verdict` who answered, `digits` keys at a gather step, `field` a result field, `transfer`, `agent`, `optOut`, `callback` or `recording`. */
                result?: "verdict" | "digits" | "field" | "transfer" | "agent" | "optOut" | "callback" | "recording";
                /** @description With `digits` the gather step, with `field` the result field. */
                resultName?: string;
                /** @description The value of the verdict, the keys, the field, the transfer or the voice agent; empty keys are those of a contact that pressed none. */
                resultValue?: string;
                /** @description Only contacts whose last answered call began this step of the flow. */
                fromStep?: string;
                /** @description With `fromStep`: that left it so, as in the report of the flow; several are separated by commas, and an empty one means without an exit. */
                exit?: string;
                /** @description With `fromStep`: that went from it to this step; empty: to the end of the call. */
                toStep?: string;
                /** @description With `fromStep`: in a call that ran this version of the flow. */
                flowVersion?: number;
            };
            header?: never;
            path: {
                /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List the contacts of a task with their state in it, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: {
                            /** @description Number of rows in all pages together. */
                            total: number;
                            rows: components["schemas"]["TaskContact"][];
                        };
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    countTaskContacts: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Count the contacts of a task by state and by cause */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["TaskContactCounts"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getFlowSchema: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The JSON Schema of a flow */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        /** @description By the draft 2020-12. */
                        data: {
                            [key: string]: unknown;
                        };
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listFlowExamples: {
        parameters: {
            query?: {
                /** @description Of the texts that the flows say, and of the names. */
                language?: "en" | "zh";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Flows to begin with */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: {
                            rows: components["schemas"]["FlowExample"][];
                        };
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    checkFlow: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: the request is carried out once, and a request with the same key, path and body within 24 hours gets the first answer, with the header `Idempotent-Replayed: true`. A new UUID for each request is a good key.
                 * @example 6f1d3a3e-2b0c-4c57-9a51-0f5f3a1f7f0e
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FlowCheck"];
            };
        };
        responses: {
            /** @description What is wrong with a flow */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["FlowFaults"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    previewFlow: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: the request is carried out once, and a request with the same key, path and body within 24 hours gets the first answer, with the header `Idempotent-Replayed: true`. A new UUID for each request is a good key.
                 * @example 6f1d3a3e-2b0c-4c57-9a51-0f5f3a1f7f0e
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FlowPreviewRequest"];
            };
        };
        responses: {
            /** @description Walk through a flow without a call */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["FlowPreview"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listDataSources: {
        parameters: {
            query?: {
                /** @description Page number, from 1. Pages shift when rows are added or deleted; `afterId` does not. */
                pageNum?: number;
                /** @description Rows per page. */
                pageSize?: number;
                /**
                 * @description Instead of `pageNum`: the rows that follow the one with this id, also if it was deleted meanwhile. Reading on from the last row of each answer neither skips nor repeats a row that exists throughout.
                 * @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e
                 */
                afterId?: string;
                /** @description Part of the name, ignoring case. */
                dataSourceName?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List data sources, newest first */
            200: {
                headers: {
                    /** @description Query parameters and fields of the request that this operation does not have, percent-encoded and separated by commas: the first 20. */
                    "X-Ignored-Fields"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: {
                            /** @description Number of rows in all pages together. */
                            total: number;
                            rows: components["schemas"]["DataSource"][];
                        };
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getDataSource: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Read a data source */
            200: {
                headers: {
                    /** @description Query parameters and fields of the request that this operation does not have, percent-encoded and separated by commas: the first 20. */
                    "X-Ignored-Fields"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["DataSource"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    addDataSource: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: the request is carried out once, and a request with the same key, path and body within 24 hours gets the first answer, with the header `Idempotent-Replayed: true`. A new UUID for each request is a good key.
                 * @example 6f1d3a3e-2b0c-4c57-9a51-0f5f3a1f7f0e
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewDataSource"];
            };
        };
        responses: {
            /** @description Create a data source */
            200: {
                headers: {
                    /** @description Query parameters and fields of the request that this operation does not have, percent-encoded and separated by commas: the first 20. */
                    "X-Ignored-Fields"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["AddedDataSource"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updateDataSource: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: the request is carried out once, and a request with the same key, path and body within 24 hours gets the first answer, with the header `Idempotent-Replayed: true`. A new UUID for each request is a good key.
                 * @example 6f1d3a3e-2b0c-4c57-9a51-0f5f3a1f7f0e
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DataSourceChange"];
            };
        };
        responses: {
            /** @description Rename or describe a data source */
            200: {
                headers: {
                    /** @description Query parameters and fields of the request that this operation does not have, percent-encoded and separated by commas: the first 20. */
                    "X-Ignored-Fields"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["UpdatedDataSource"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listContacts: {
        parameters: {
            query?: {
                /** @description Page number, from 1. Pages shift when rows are added or deleted; `afterId` does not. */
                pageNum?: number;
                /** @description Rows per page. */
                pageSize?: number;
                /**
                 * @description Instead of `pageNum`: the rows that follow the one with this id, also if it was deleted meanwhile. Reading on from the last row of each answer neither skips nor repeats a row that exists throughout.
                 * @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e
                 */
                afterId?: string;
                /** @description Part of the number; separators do not matter. */
                phoneNumber?: string;
                /** @description Part of the display name, in any case: the field that `nameField` of the data source names. */
                name?: string;
            };
            header?: never;
            path: {
                /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List the contacts of a data source, newest first */
            200: {
                headers: {
                    /** @description Query parameters and fields of the request that this operation does not have, percent-encoded and separated by commas: the first 20. */
                    "X-Ignored-Fields"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: {
                            /** @description Number of rows in all pages together. */
                            total: number;
                            rows: components["schemas"]["Contact"][];
                        };
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    addContact: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: the request is carried out once, and a request with the same key, path and body within 24 hours gets the first answer, with the header `Idempotent-Replayed: true`. A new UUID for each request is a good key.
                 * @example 6f1d3a3e-2b0c-4c57-9a51-0f5f3a1f7f0e
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewContact"];
            };
        };
        responses: {
            /** @description Add a contact */
            200: {
                headers: {
                    /** @description Query parameters and fields of the request that this operation does not have, percent-encoded and separated by commas: the first 20. */
                    "X-Ignored-Fields"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["AddedContact"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updateContact: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: the request is carried out once, and a request with the same key, path and body within 24 hours gets the first answer, with the header `Idempotent-Replayed: true`. A new UUID for each request is a good key.
                 * @example 6f1d3a3e-2b0c-4c57-9a51-0f5f3a1f7f0e
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactChange"];
            };
        };
        responses: {
            /** @description Change a contact */
            200: {
                headers: {
                    /** @description Query parameters and fields of the request that this operation does not have, percent-encoded and separated by commas: the first 20. */
                    "X-Ignored-Fields"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["UpdatedContact"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    withdrawContact: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: the request is carried out once, and a request with the same key, path and body within 24 hours gets the first answer, with the header `Idempotent-Replayed: true`. A new UUID for each request is a good key.
                 * @example 6f1d3a3e-2b0c-4c57-9a51-0f5f3a1f7f0e
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactName"];
            };
        };
        responses: {
            /** @description Withdraw a contact: it stays in the list, and is not called */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["UpdatedContact"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    restoreContact: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: the request is carried out once, and a request with the same key, path and body within 24 hours gets the first answer, with the header `Idempotent-Replayed: true`. A new UUID for each request is a good key.
                 * @example 6f1d3a3e-2b0c-4c57-9a51-0f5f3a1f7f0e
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactName"];
            };
        };
        responses: {
            /** @description Undo the withdrawal of a contact */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["UpdatedContact"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    deleteContact: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: the request is carried out once, and a request with the same key, path and body within 24 hours gets the first answer, with the header `Idempotent-Replayed: true`. A new UUID for each request is a good key.
                 * @example 6f1d3a3e-2b0c-4c57-9a51-0f5f3a1f7f0e
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "contactId": "01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e"
                 *     }
                 */
                "application/json": {
                    /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                    contactId: string;
                };
            };
        };
        responses: {
            /** @description Delete a contact */
            200: {
                headers: {
                    /** @description Query parameters and fields of the request that this operation does not have, percent-encoded and separated by commas: the first 20. */
                    "X-Ignored-Fields"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: null;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    exportContacts: {
        parameters: {
            query?: {
                /** @description `excel` is an .xlsx workbook. */
                format?: "csv" | "excel";
                /** @description For people: readable titles and words instead of codes, in this language; numbers and times of a workbook are typed cells. Default: titles and values as the API names them, all of them text. */
                labels?: "en" | "zh";
            };
            header?: never;
            path: {
                /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, as a stream. */
            200: {
                headers: {
                    /** @description Query parameters and fields of the request that this operation does not have, percent-encoded and separated by commas: the first 20. */
                    "X-Ignored-Fields"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    startImport: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: the request is carried out once, and a request with the same key, path and body within 24 hours gets the first answer, with the header `Idempotent-Replayed: true`. A new UUID for each request is a good key.
                 * @example 6f1d3a3e-2b0c-4c57-9a51-0f5f3a1f7f0e
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ImportStart"];
            };
        };
        responses: {
            /** @description Start an uploaded import */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["ImportJobDetail"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            405: components["responses"]["Error405"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    checkImportNumbers: {
        parameters: {
            query: {
                /** @description The column with the phone numbers, from 0. */
                column: number;
                /**
                 * @description The country of numbers that name none. Default: that of the service.
                 * @example DE
                 */
                country?: "AC" | "AD" | "AE" | "AF" | "AG" | "AI" | "AL" | "AM" | "AO" | "AR" | "AS" | "AT" | "AU" | "AW" | "AX" | "AZ" | "BA" | "BB" | "BD" | "BE" | "BF" | "BG" | "BH" | "BI" | "BJ" | "BL" | "BM" | "BN" | "BO" | "BQ" | "BR" | "BS" | "BT" | "BW" | "BY" | "BZ" | "CA" | "CC" | "CD" | "CF" | "CG" | "CH" | "CI" | "CK" | "CL" | "CM" | "CN" | "CO" | "CR" | "CU" | "CV" | "CW" | "CX" | "CY" | "CZ" | "DE" | "DJ" | "DK" | "DM" | "DO" | "DZ" | "EC" | "EE" | "EG" | "EH" | "ER" | "ES" | "ET" | "FI" | "FJ" | "FK" | "FM" | "FO" | "FR" | "GA" | "GB" | "GD" | "GE" | "GF" | "GG" | "GH" | "GI" | "GL" | "GM" | "GN" | "GP" | "GQ" | "GR" | "GT" | "GU" | "GW" | "GY" | "HK" | "HN" | "HR" | "HT" | "HU" | "ID" | "IE" | "IL" | "IM" | "IN" | "IO" | "IQ" | "IR" | "IS" | "IT" | "JE" | "JM" | "JO" | "JP" | "KE" | "KG" | "KH" | "KI" | "KM" | "KN" | "KP" | "KR" | "KW" | "KY" | "KZ" | "LA" | "LB" | "LC" | "LI" | "LK" | "LR" | "LS" | "LT" | "LU" | "LV" | "LY" | "MA" | "MC" | "MD" | "ME" | "MF" | "MG" | "MH" | "MK" | "ML" | "MM" | "MN" | "MO" | "MP" | "MQ" | "MR" | "MS" | "MT" | "MU" | "MV" | "MW" | "MX" | "MY" | "MZ" | "NA" | "NC" | "NE" | "NF" | "NG" | "NI" | "NL" | "NO" | "NP" | "NR" | "NU" | "NZ" | "OM" | "PA" | "PE" | "PF" | "PG" | "PH" | "PK" | "PL" | "PM" | "PR" | "PS" | "PT" | "PW" | "PY" | "QA" | "RE" | "RO" | "RS" | "RU" | "RW" | "SA" | "SB" | "SC" | "SD" | "SE" | "SG" | "SH" | "SI" | "SJ" | "SK" | "SL" | "SM" | "SN" | "SO" | "SR" | "SS" | "ST" | "SV" | "SX" | "SY" | "SZ" | "TA" | "TC" | "TD" | "TG" | "TH" | "TJ" | "TK" | "TL" | "TM" | "TN" | "TO" | "TR" | "TT" | "TV" | "TW" | "TZ" | "UA" | "UG" | "US" | "UY" | "UZ" | "VA" | "VC" | "VE" | "VG" | "VI" | "VN" | "VU" | "WF" | "WS" | "XK" | "YE" | "YT" | "ZA" | "ZM" | "ZW";
            };
            header?: never;
            path: {
                /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Check the numbers of an uploaded file before it is imported */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["CheckedNumbers"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            405: components["responses"]["Error405"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    cancelImport: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: the request is carried out once, and a request with the same key, path and body within 24 hours gets the first answer, with the header `Idempotent-Replayed: true`. A new UUID for each request is a good key.
                 * @example 6f1d3a3e-2b0c-4c57-9a51-0f5f3a1f7f0e
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Cancel an import that has not ended */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["ImportJobDetail"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            405: components["responses"]["Error405"];
            409: components["responses"]["Error409"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listImports: {
        parameters: {
            query?: {
                /** @description Page number, from 1. Pages shift when rows are added or deleted; `afterId` does not. */
                pageNum?: number;
                /** @description Rows per page. */
                pageSize?: number;
                /**
                 * @description Instead of `pageNum`: the rows that follow the one with this id, also if it was deleted meanwhile. Reading on from the last row of each answer neither skips nor repeats a row that exists throughout.
                 * @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e
                 */
                afterId?: string;
                /** @description Only the imports into this data source. */
                dataSourceId?: string;
                /** @description Only the imports into this do-not-call list. */
                doNotCallListId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List imports, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: {
                            /** @description Number of rows in all pages together. */
                            total: number;
                            rows: components["schemas"]["ImportJob"][];
                        };
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Read the progress of an import and its preview */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["ImportJobDetail"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    exportImportFailures: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, as a stream. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listImportFailures: {
        parameters: {
            query?: {
                /** @description Page number, from 1. Pages shift when rows are added or deleted; `afterId` does not. */
                pageNum?: number;
                /** @description Rows per page. */
                pageSize?: number;
                /**
                 * @description Instead of `pageNum`: the rows that follow the one with this id, also if it was deleted meanwhile. Reading on from the last row of each answer neither skips nor repeats a row that exists throughout.
                 * @example 7
                 */
                afterId?: string;
                /** @description Only the rows that failed for this reason. With `country_unknown`: rows that were imported, with a number whose country is not known; without it they are not listed. */
                code?: "phone_missing" | "phone_formula_without_result" | "phone_invalid" | "phone_decimal" | "phone_shortened" | "duplicate" | "text_after_quote" | "too_many_cells" | "field_unstorable" | "field_too_long" | "too_many_fields" | "fields_too_large" | "already_listed" | "expire_time_invalid" | "expire_time_passed" | "call_time_invalid" | "call_until_not_later" | "country_unknown";
            };
            header?: never;
            path: {
                /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List the rows of an import that failed, in the order of the file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: {
                            /** @description Number of rows in all pages together. */
                            total: number;
                            rows: components["schemas"]["ImportFailure"][];
                        };
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    followImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listImportHistory: {
        parameters: {
            query?: {
                /** @description Page number, from 1. Pages shift when rows are added or deleted; `afterId` does not. */
                pageNum?: number;
                /** @description Rows per page. */
                pageSize?: number;
                /**
                 * @description Instead of `pageNum`: the rows that follow the one with this id, also if it was deleted meanwhile. Reading on from the last row of each answer neither skips nor repeats a row that exists throughout.
                 * @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e
                 */
                afterId?: string;
            };
            header?: never;
            path: {
                /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List the imports into a data source, newest first, and which of them can be undone */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: {
                            /** @description Number of rows in all pages together. */
                            total: number;
                            rows: components["schemas"]["ImportRecord"][];
                        };
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    undoImport: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: the request is carried out once, and a request with the same key, path and body within 24 hours gets the first answer, with the header `Idempotent-Replayed: true`. A new UUID for each request is a good key.
                 * @example 6f1d3a3e-2b0c-4c57-9a51-0f5f3a1f7f0e
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Delete the contacts that an import added */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["ImportJobDetail"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            405: components["responses"]["Error405"];
            409: components["responses"]["Error409"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listTaskCalls: {
        parameters: {
            query?: {
                /** @description Page number, from 1. Pages shift when rows are added or deleted; `afterId` does not. */
                pageNum?: number;
                /** @description Rows per page. */
                pageSize?: number;
                /**
                 * @description Instead of `pageNum`: the rows that follow the one with this id, also if it was deleted meanwhile. Reading on from the last row of each answer neither skips nor repeats a row that exists throughout.
                 * @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e
                 */
                afterId?: string;
                /**
                 * @description 1 success, 2 fail, 3 noAnswer.
                 * @example 1
                 */
                outcome?: number;
                /**
                 * @description The finer cause of the outcome: `answered` the call was answered, and is a success by the rule of its task, `callback` another call was asked for, `machine` a machine answered, `screening` a call screening service answered, `silence` nobody spoke, `unverified` it is not known whether a person answered, `agent_failed` the voice agent failed, `not_confirmed` the result does not meet the condition of its task, `no_answer` it rang out, `unreachable` the phone could not be reached, `switched_off` the phone was off, `voicemail` the platform says that a machine took the call, `busy` the line was busy, `rejected` the call was rejected, `invalid_number` there is no such number, `congestion` the network was congested, `network_error` the network failed, `gateway_error` the gateway failed, `lost` the end of the call was not observed.
                 * @example answered
                 */
                cause?: "answered" | "callback" | "machine" | "screening" | "silence" | "unverified" | "agent_failed" | "not_confirmed" | "no_answer" | "unreachable" | "switched_off" | "voicemail" | "busy" | "rejected" | "invalid_number" | "congestion" | "network_error" | "gateway_error" | "lost";
                /**
                 * @description What came of it in five words, by its cause: `successful` a success by the rule of its task, `unsuccessful` answered, not successful, `machine` a machine or a call screening service answered, `notAnswered` rang out, unreachable or switched off, `failed` busy, rejected, no such number, congestion or an error.
                 * @example successful
                 */
                ending?: "successful" | "unsuccessful" | "machine" | "notAnswered" | "failed";
                /**
                 * @description Who answered: `person` a person, `machine` an answering machine or voicemail, `screening` a call screening service, `silence` nobody spoke, `unknown` it is not known.
                 * @example person
                 */
                verdict?: "person" | "machine" | "screening" | "silence" | "unknown";
                /**
                 * @description Calls that started at this time or later, in the time zone of the service. `to` must be later than `from`.
                 * @example 2026-03-02 09:00:00
                 */
                from?: string;
                /**
                 * @description Calls that started before this time, in the time zone of the service. `to` must be later than `from`.
                 * @example 2026-03-02 09:00:00
                 */
                to?: string;
                /** @description Only calls in whose transcript or summary this text occurs, ignoring case. The latest 10,000 calls with a voice agent are searched; `from` and `to` choose others. */
                said?: string;
            };
            header?: never;
            path: {
                /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List the calls of a task, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: {
                            /** @description Number of rows in all pages together. */
                            total: number;
                            rows: components["schemas"]["Call"][];
                        };
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listContactCalls: {
        parameters: {
            query?: {
                /** @description Page number, from 1. Pages shift when rows are added or deleted; `afterId` does not. */
                pageNum?: number;
                /** @description Rows per page. */
                pageSize?: number;
                /**
                 * @description Instead of `pageNum`: the rows that follow the one with this id, also if it was deleted meanwhile. Reading on from the last row of each answer neither skips nor repeats a row that exists throughout.
                 * @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e
                 */
                afterId?: string;
                /**
                 * @description 1 success, 2 fail, 3 noAnswer.
                 * @example 1
                 */
                outcome?: number;
                /**
                 * @description The finer cause of the outcome: `answered` the call was answered, and is a success by the rule of its task, `callback` another call was asked for, `machine` a machine answered, `screening` a call screening service answered, `silence` nobody spoke, `unverified` it is not known whether a person answered, `agent_failed` the voice agent failed, `not_confirmed` the result does not meet the condition of its task, `no_answer` it rang out, `unreachable` the phone could not be reached, `switched_off` the phone was off, `voicemail` the platform says that a machine took the call, `busy` the line was busy, `rejected` the call was rejected, `invalid_number` there is no such number, `congestion` the network was congested, `network_error` the network failed, `gateway_error` the gateway failed, `lost` the end of the call was not observed.
                 * @example answered
                 */
                cause?: "answered" | "callback" | "machine" | "screening" | "silence" | "unverified" | "agent_failed" | "not_confirmed" | "no_answer" | "unreachable" | "switched_off" | "voicemail" | "busy" | "rejected" | "invalid_number" | "congestion" | "network_error" | "gateway_error" | "lost";
                /**
                 * @description What came of it in five words, by its cause: `successful` a success by the rule of its task, `unsuccessful` answered, not successful, `machine` a machine or a call screening service answered, `notAnswered` rang out, unreachable or switched off, `failed` busy, rejected, no such number, congestion or an error.
                 * @example successful
                 */
                ending?: "successful" | "unsuccessful" | "machine" | "notAnswered" | "failed";
                /**
                 * @description Who answered: `person` a person, `machine` an answering machine or voicemail, `screening` a call screening service, `silence` nobody spoke, `unknown` it is not known.
                 * @example person
                 */
                verdict?: "person" | "machine" | "screening" | "silence" | "unknown";
                /**
                 * @description Calls that started at this time or later, in the time zone of the service. `to` must be later than `from`.
                 * @example 2026-03-02 09:00:00
                 */
                from?: string;
                /**
                 * @description Calls that started before this time, in the time zone of the service. `to` must be later than `from`.
                 * @example 2026-03-02 09:00:00
                 */
                to?: string;
            };
            header?: never;
            path: {
                /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                id: string;
                /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                contactId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List the calls to a contact in all tasks, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: {
                            /** @description Number of rows in all pages together. */
                            total: number;
                            rows: components["schemas"]["Call"][];
                            /** @description Decisions that the contact may not be called: the latest 20 of all tasks, newest first. */
                            denials: components["schemas"]["Denial"][];
                        };
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listInboundCalls: {
        parameters: {
            query?: {
                /** @description Page number, from 1. Pages shift when rows are added or deleted; `afterId` does not. */
                pageNum?: number;
                /** @description Rows per page. */
                pageSize?: number;
                /**
                 * @description Instead of `pageNum`: the rows that follow the one with this id, also if it was deleted meanwhile. Reading on from the last row of each answer neither skips nor repeats a row that exists throughout.
                 * @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e
                 */
                afterId?: string;
                /**
                 * @description 1 success, 2 fail, 3 noAnswer.
                 * @example 1
                 */
                outcome?: number;
                /**
                 * @description The finer cause of the outcome: `answered` the call was answered, and is a success by the rule of its task, `callback` another call was asked for, `machine` a machine answered, `screening` a call screening service answered, `silence` nobody spoke, `unverified` it is not known whether a person answered, `agent_failed` the voice agent failed, `not_confirmed` the result does not meet the condition of its task, `no_answer` it rang out, `unreachable` the phone could not be reached, `switched_off` the phone was off, `voicemail` the platform says that a machine took the call, `busy` the line was busy, `rejected` the call was rejected, `invalid_number` there is no such number, `congestion` the network was congested, `network_error` the network failed, `gateway_error` the gateway failed, `lost` the end of the call was not observed.
                 * @example answered
                 */
                cause?: "answered" | "callback" | "machine" | "screening" | "silence" | "unverified" | "agent_failed" | "not_confirmed" | "no_answer" | "unreachable" | "switched_off" | "voicemail" | "busy" | "rejected" | "invalid_number" | "congestion" | "network_error" | "gateway_error" | "lost";
                /**
                 * @description What came of it in five words, by its cause: `successful` a success by the rule of its task, `unsuccessful` answered, not successful, `machine` a machine or a call screening service answered, `notAnswered` rang out, unreachable or switched off, `failed` busy, rejected, no such number, congestion or an error.
                 * @example successful
                 */
                ending?: "successful" | "unsuccessful" | "machine" | "notAnswered" | "failed";
                /**
                 * @description Who answered: `person` a person, `machine` an answering machine or voicemail, `screening` a call screening service, `silence` nobody spoke, `unknown` it is not known.
                 * @example person
                 */
                verdict?: "person" | "machine" | "screening" | "silence" | "unknown";
                /**
                 * @description Calls that started at this time or later, in the time zone of the service. `to` must be later than `from`.
                 * @example 2026-03-02 09:00:00
                 */
                from?: string;
                /**
                 * @description Calls that started before this time, in the time zone of the service. `to` must be later than `from`.
                 * @example 2026-03-02 09:00:00
                 */
                to?: string;
                /**
                 * @description Only calls that came by this trunk.
                 * @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e
                 */
                trunkId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List the calls of people who called one of our numbers, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: {
                            /** @description Number of rows in all pages together. */
                            total: number;
                            rows: components["schemas"]["Call"][];
                        };
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    exportInboundCalls: {
        parameters: {
            query?: {
                /** @description `excel` is an .xlsx workbook. */
                format?: "csv" | "excel";
                /** @description For people: readable titles and words instead of codes, in this language; numbers and times of a workbook are typed cells. Default: titles and values as the API names them, all of them text. */
                labels?: "en" | "zh";
                /**
                 * @description 1 success, 2 fail, 3 noAnswer.
                 * @example 1
                 */
                outcome?: number;
                /**
                 * @description The finer cause of the outcome: `answered` the call was answered, and is a success by the rule of its task, `callback` another call was asked for, `machine` a machine answered, `screening` a call screening service answered, `silence` nobody spoke, `unverified` it is not known whether a person answered, `agent_failed` the voice agent failed, `not_confirmed` the result does not meet the condition of its task, `no_answer` it rang out, `unreachable` the phone could not be reached, `switched_off` the phone was off, `voicemail` the platform says that a machine took the call, `busy` the line was busy, `rejected` the call was rejected, `invalid_number` there is no such number, `congestion` the network was congested, `network_error` the network failed, `gateway_error` the gateway failed, `lost` the end of the call was not observed.
                 * @example answered
                 */
                cause?: "answered" | "callback" | "machine" | "screening" | "silence" | "unverified" | "agent_failed" | "not_confirmed" | "no_answer" | "unreachable" | "switched_off" | "voicemail" | "busy" | "rejected" | "invalid_number" | "congestion" | "network_error" | "gateway_error" | "lost";
                /**
                 * @description What came of it in five words, by its cause: `successful` a success by the rule of its task, `unsuccessful` answered, not successful, `machine` a machine or a call screening service answered, `notAnswered` rang out, unreachable or switched off, `failed` busy, rejected, no such number, congestion or an error.
                 * @example successful
                 */
                ending?: "successful" | "unsuccessful" | "machine" | "notAnswered" | "failed";
                /**
                 * @description Who answered: `person` a person, `machine` an answering machine or voicemail, `screening` a call screening service, `silence` nobody spoke, `unknown` it is not known.
                 * @example person
                 */
                verdict?: "person" | "machine" | "screening" | "silence" | "unknown";
                /**
                 * @description Calls that started at this time or later, in the time zone of the service. `to` must be later than `from`.
                 * @example 2026-03-02 09:00:00
                 */
                from?: string;
                /**
                 * @description Calls that started before this time, in the time zone of the service. `to` must be later than `from`.
                 * @example 2026-03-02 09:00:00
                 */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, as a stream. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    exportTaskCalls: {
        parameters: {
            query?: {
                /** @description `excel` is an .xlsx workbook. */
                format?: "csv" | "excel";
                /** @description For people: readable titles and words instead of codes, in this language; numbers and times of a workbook are typed cells. Default: titles and values as the API names them, all of them text. */
                labels?: "en" | "zh";
                /**
                 * @description 1 success, 2 fail, 3 noAnswer.
                 * @example 1
                 */
                outcome?: number;
                /**
                 * @description The finer cause of the outcome: `answered` the call was answered, and is a success by the rule of its task, `callback` another call was asked for, `machine` a machine answered, `screening` a call screening service answered, `silence` nobody spoke, `unverified` it is not known whether a person answered, `agent_failed` the voice agent failed, `not_confirmed` the result does not meet the condition of its task, `no_answer` it rang out, `unreachable` the phone could not be reached, `switched_off` the phone was off, `voicemail` the platform says that a machine took the call, `busy` the line was busy, `rejected` the call was rejected, `invalid_number` there is no such number, `congestion` the network was congested, `network_error` the network failed, `gateway_error` the gateway failed, `lost` the end of the call was not observed.
                 * @example answered
                 */
                cause?: "answered" | "callback" | "machine" | "screening" | "silence" | "unverified" | "agent_failed" | "not_confirmed" | "no_answer" | "unreachable" | "switched_off" | "voicemail" | "busy" | "rejected" | "invalid_number" | "congestion" | "network_error" | "gateway_error" | "lost";
                /**
                 * @description What came of it in five words, by its cause: `successful` a success by the rule of its task, `unsuccessful` answered, not successful, `machine` a machine or a call screening service answered, `notAnswered` rang out, unreachable or switched off, `failed` busy, rejected, no such number, congestion or an error.
                 * @example successful
                 */
                ending?: "successful" | "unsuccessful" | "machine" | "notAnswered" | "failed";
                /**
                 * @description Who answered: `person` a person, `machine` an answering machine or voicemail, `screening` a call screening service, `silence` nobody spoke, `unknown` it is not known.
                 * @example person
                 */
                verdict?: "person" | "machine" | "screening" | "silence" | "unknown";
                /**
                 * @description Calls that started at this time or later, in the time zone of the service. `to` must be later than `from`.
                 * @example 2026-03-02 09:00:00
                 */
                from?: string;
                /**
                 * @description Calls that started before this time, in the time zone of the service. `to` must be later than `from`.
                 * @example 2026-03-02 09:00:00
                 */
                to?: string;
                /** @description Only calls in whose transcript or summary this text occurs, ignoring case. The latest 10,000 calls with a voice agent are searched; `from` and `to` choose others. */
                said?: string;
            };
            header?: never;
            path: {
                /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, as a stream. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    exportDataSourceCalls: {
        parameters: {
            query?: {
                /** @description `excel` is an .xlsx workbook. */
                format?: "csv" | "excel";
                /** @description For people: readable titles and words instead of codes, in this language; numbers and times of a workbook are typed cells. Default: titles and values as the API names them, all of them text. */
                labels?: "en" | "zh";
                /**
                 * @description 1 success, 2 fail, 3 noAnswer.
                 * @example 1
                 */
                outcome?: number;
                /**
                 * @description The finer cause of the outcome: `answered` the call was answered, and is a success by the rule of its task, `callback` another call was asked for, `machine` a machine answered, `screening` a call screening service answered, `silence` nobody spoke, `unverified` it is not known whether a person answered, `agent_failed` the voice agent failed, `not_confirmed` the result does not meet the condition of its task, `no_answer` it rang out, `unreachable` the phone could not be reached, `switched_off` the phone was off, `voicemail` the platform says that a machine took the call, `busy` the line was busy, `rejected` the call was rejected, `invalid_number` there is no such number, `congestion` the network was congested, `network_error` the network failed, `gateway_error` the gateway failed, `lost` the end of the call was not observed.
                 * @example answered
                 */
                cause?: "answered" | "callback" | "machine" | "screening" | "silence" | "unverified" | "agent_failed" | "not_confirmed" | "no_answer" | "unreachable" | "switched_off" | "voicemail" | "busy" | "rejected" | "invalid_number" | "congestion" | "network_error" | "gateway_error" | "lost";
                /**
                 * @description What came of it in five words, by its cause: `successful` a success by the rule of its task, `unsuccessful` answered, not successful, `machine` a machine or a call screening service answered, `notAnswered` rang out, unreachable or switched off, `failed` busy, rejected, no such number, congestion or an error.
                 * @example successful
                 */
                ending?: "successful" | "unsuccessful" | "machine" | "notAnswered" | "failed";
                /**
                 * @description Who answered: `person` a person, `machine` an answering machine or voicemail, `screening` a call screening service, `silence` nobody spoke, `unknown` it is not known.
                 * @example person
                 */
                verdict?: "person" | "machine" | "screening" | "silence" | "unknown";
                /**
                 * @description Calls that started at this time or later, in the time zone of the service. `to` must be later than `from`.
                 * @example 2026-03-02 09:00:00
                 */
                from?: string;
                /**
                 * @description Calls that started before this time, in the time zone of the service. `to` must be later than `from`.
                 * @example 2026-03-02 09:00:00
                 */
                to?: string;
                /** @description Only calls in whose transcript or summary this text occurs, ignoring case. The latest 10,000 calls with a voice agent are searched; `from` and `to` choose others. */
                said?: string;
            };
            header?: never;
            path: {
                /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, as a stream. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getTranscript: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Show what was said in a call with a voice agent */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["TranscriptLine"][];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getCallNow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Show a call as it is now, live or ended */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["CallNow"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    transferCall: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: the request is carried out once, and a request with the same key, path and body within 24 hours gets the first answer, with the header `Idempotent-Replayed: true`. A new UUID for each request is a good key.
                 * @example 6f1d3a3e-2b0c-4c57-9a51-0f5f3a1f7f0e
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "to": "tel:+4930901820"
                 *     }
                 */
                "application/json": {
                    /** @description `sip:user@host`, `tel:+4930123456`, `queue:sales` or `dialplan:context,extension,priority`. */
                    to: string;
                };
            };
        };
        responses: {
            /** @description Transfer a live call */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: {
                            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                            id: string;
                        };
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            405: components["responses"]["Error405"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    hangUpCall: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: the request is carried out once, and a request with the same key, path and body within 24 hours gets the first answer, with the header `Idempotent-Replayed: true`. A new UUID for each request is a good key.
                 * @example 6f1d3a3e-2b0c-4c57-9a51-0f5f3a1f7f0e
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Hang up a live call */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: {
                            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                            id: string;
                        };
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listenToCall: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The audio: 8 kHz mu-law. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "audio/basic": string;
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            405: components["responses"]["Error405"];
            409: components["responses"]["Error409"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listCalls: {
        parameters: {
            query?: {
                /** @description Page number, from 1. Pages shift when rows are added or deleted; `afterId` does not. */
                pageNum?: number;
                /** @description Rows per page. */
                pageSize?: number;
                /**
                 * @description Instead of `pageNum`: the rows that follow the one with this id, also if it was deleted meanwhile. Reading on from the last row of each answer neither skips nor repeats a row that exists throughout.
                 * @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e
                 */
                afterId?: string;
                /**
                 * @description Only calls to this number.
                 * @example +86 138-0013-8000
                 */
                phoneNumber?: string;
                /** @description Only those that have ended, or have not. */
                status?: "open" | "ended";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List the calls that were asked for, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: {
                            /** @description Number of rows in all pages together. */
                            total: number;
                            rows: components["schemas"]["ListedSingleCall"][];
                        };
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    callNumber: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: the request is carried out once, and a request with the same key, path and body within 24 hours gets the first answer, with the header `Idempotent-Replayed: true`. A new UUID for each request is a good key.
                 * @example 6f1d3a3e-2b0c-4c57-9a51-0f5f3a1f7f0e
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CallRequest"];
            };
        };
        responses: {
            /** @description Call one number, now or later */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        /**
                         * @example {
                         *       "id": "01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e"
                         *     }
                         */
                        data: {
                            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                            id: string;
                        };
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            405: components["responses"]["Error405"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getCall: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Read how a call goes that was asked for */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["SingleCall"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    cancelCall: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: the request is carried out once, and a request with the same key, path and body within 24 hours gets the first answer, with the header `Idempotent-Replayed: true`. A new UUID for each request is a good key.
                 * @example 6f1d3a3e-2b0c-4c57-9a51-0f5f3a1f7f0e
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "hangUp": true
                 *     }
                 */
                "application/json": {
                    /** @description Hang up if it is live. */
                    hangUp?: boolean | null;
                };
            };
        };
        responses: {
            /** @description Cancel a call that was asked for */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["SingleCall"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            405: components["responses"]["Error405"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getRecording: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Show a recording */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["Recording"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listCallRecordings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List the recordings of a call */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["Recording"][];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listenToRecording: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The WAV file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "audio/wav": string;
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            416: components["responses"]["Error416"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    deleteRecordings: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: the request is carried out once, and a request with the same key, path and body within 24 hours gets the first answer, with the header `Idempotent-Replayed: true`. A new UUID for each request is a good key.
                 * @example 6f1d3a3e-2b0c-4c57-9a51-0f5f3a1f7f0e
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e"
                 *     }
                 */
                "application/json": {
                    /** @description One recording. Either this or `phoneNumber` must be given. */
                    id?: string | null;
                    /**
                     * @description Instead of `id`: all recordings of calls to this number.
                     * @example +86 138-0013-8000
                     */
                    phoneNumber?: string | null;
                };
            };
        };
        responses: {
            /** @description Delete a recording, or all of a number */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: {
                            /** @example 1 */
                            deletedCount: number;
                        };
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getNumberHistory: {
        parameters: {
            query?: {
                /** @description Page number, from 1. Pages shift when rows are added or deleted; `afterId` does not. */
                pageNum?: number;
                /** @description Rows per page. */
                pageSize?: number;
                /**
                 * @description Instead of `pageNum`: the rows that follow the one with this id, also if it was deleted meanwhile. Reading on from the last row of each answer neither skips nor repeats a row that exists throughout.
                 * @example 1773021600000000-call-01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e
                 */
                afterId?: string;
            };
            header?: never;
            path: {
                /**
                 * @description An optional +, then 3-20 digits, with the separators people type.
                 * @example +86 138-0013-8000
                 */
                phoneNumber: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every call to a number and every decision about it, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["NumberHistory"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    exportNumberHistory: {
        parameters: {
            query?: {
                format?: "csv" | "xlsx";
                /** @description For people: readable titles and words instead of codes, in this language; numbers and times of a workbook are typed cells. Default: titles and values as the API names them, all of them text. */
                labels?: "en" | "zh";
            };
            header?: never;
            path: {
                /**
                 * @description An optional +, then 3-20 digits, with the separators people type.
                 * @example +86 138-0013-8000
                 */
                phoneNumber: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, as a stream. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listDoNotCallLists: {
        parameters: {
            query?: {
                /** @description Page number, from 1. Pages shift when rows are added or deleted; `afterId` does not. */
                pageNum?: number;
                /** @description Rows per page. */
                pageSize?: number;
                /**
                 * @description Instead of `pageNum`: the rows that follow the one with this id, also if it was deleted meanwhile. Reading on from the last row of each answer neither skips nor repeats a row that exists throughout.
                 * @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e
                 */
                afterId?: string;
                /** @description Part of the name, ignoring case. */
                name?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List do-not-call lists, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: {
                            /** @description Number of rows in all pages together. */
                            total: number;
                            rows: components["schemas"]["DoNotCallList"][];
                        };
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getDoNotCallList: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Read a do-not-call list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["DoNotCallList"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    addDoNotCallList: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: the request is carried out once, and a request with the same key, path and body within 24 hours gets the first answer, with the header `Idempotent-Replayed: true`. A new UUID for each request is a good key.
                 * @example 6f1d3a3e-2b0c-4c57-9a51-0f5f3a1f7f0e
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewDoNotCallList"];
            };
        };
        responses: {
            /** @description Create a do-not-call list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["DoNotCallList"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updateDoNotCallList: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: the request is carried out once, and a request with the same key, path and body within 24 hours gets the first answer, with the header `Idempotent-Replayed: true`. A new UUID for each request is a good key.
                 * @example 6f1d3a3e-2b0c-4c57-9a51-0f5f3a1f7f0e
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DoNotCallListChange"];
            };
        };
        responses: {
            /** @description Change a do-not-call list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["DoNotCallList"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    deleteDoNotCallList: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: the request is carried out once, and a request with the same key, path and body within 24 hours gets the first answer, with the header `Idempotent-Replayed: true`. A new UUID for each request is a good key.
                 * @example 6f1d3a3e-2b0c-4c57-9a51-0f5f3a1f7f0e
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e"
                 *     }
                 */
                "application/json": {
                    /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                    id: string;
                };
            };
        };
        responses: {
            /** @description Delete a do-not-call list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: null;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listDoNotCallEntries: {
        parameters: {
            query?: {
                /** @description Page number, from 1. Pages shift when rows are added or deleted; `afterId` does not. */
                pageNum?: number;
                /** @description Rows per page. */
                pageSize?: number;
                /**
                 * @description Instead of `pageNum`: the rows that follow the one with this id, also if it was deleted meanwhile. Reading on from the last row of each answer neither skips nor repeats a row that exists throughout.
                 * @example 42
                 */
                afterId?: string;
                /** @description How the number begins; separators do not matter. */
                phoneNumber?: string;
            };
            header?: never;
            path: {
                /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List the entries of a do-not-call list, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: {
                            /** @description Number of rows in all pages together. */
                            total: number;
                            rows: components["schemas"]["DoNotCallEntry"][];
                        };
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    addDoNotCallEntries: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: the request is carried out once, and a request with the same key, path and body within 24 hours gets the first answer, with the header `Idempotent-Replayed: true`. A new UUID for each request is a good key.
                 * @example 6f1d3a3e-2b0c-4c57-9a51-0f5f3a1f7f0e
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewDoNotCallEntries"];
            };
        };
        responses: {
            /** @description Add numbers to a do-not-call list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: {
                            /** @description Numbers that were not on the list. */
                            addedCount: number;
                            /** @description Numbers whose entry was replaced. */
                            updatedCount: number;
                        };
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    removeDoNotCallEntries: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: the request is carried out once, and a request with the same key, path and body within 24 hours gets the first answer, with the header `Idempotent-Replayed: true`. A new UUID for each request is a good key.
                 * @example 6f1d3a3e-2b0c-4c57-9a51-0f5f3a1f7f0e
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "phoneNumbers": [
                 *         "+86 138-0013-8000"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description The numbers to remove, up to 1000; those that are not on the list are ignored. */
                    phoneNumbers: string[];
                };
            };
        };
        responses: {
            /** @description Remove numbers from a do-not-call list */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: {
                            removedCount: number;
                        };
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    exportDoNotCallEntries: {
        parameters: {
            query?: {
                /** @description `excel` and `xlsx` are an .xlsx workbook. */
                format?: "csv" | "excel" | "xlsx";
                /** @description For people: readable titles and words instead of codes, in this language; numbers and times of a workbook are typed cells. Default: titles and values as the API names them, all of them text. */
                labels?: "en" | "zh";
            };
            header?: never;
            path: {
                /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, as a stream. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getPermissionSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Read which numbers may be called, and how often */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["PermissionSettings"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    changePermissionSettings: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: the request is carried out once, and a request with the same key, path and body within 24 hours gets the first answer, with the header `Idempotent-Replayed: true`. A new UUID for each request is a good key.
                 * @example 6f1d3a3e-2b0c-4c57-9a51-0f5f3a1f7f0e
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PermissionSettingsChange"];
            };
        };
        responses: {
            /** @description Change which numbers may be called, and how often */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["PermissionSettings"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listCalendars: {
        parameters: {
            query?: {
                /** @description Page number, from 1. Pages shift when rows are added or deleted; `afterId` does not. */
                pageNum?: number;
                /** @description Rows per page. */
                pageSize?: number;
                /**
                 * @description Instead of `pageNum`: the rows that follow the one with this id, also if it was deleted meanwhile. Reading on from the last row of each answer neither skips nor repeats a row that exists throughout.
                 * @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e
                 */
                afterId?: string;
                /** @description Part of the name, ignoring case. */
                name?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List calendars, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: {
                            /** @description Number of rows in all pages together. */
                            total: number;
                            rows: components["schemas"]["CalendarSummary"][];
                        };
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getCalendar: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Read a calendar with its days */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["Calendar"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    addCalendar: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: the request is carried out once, and a request with the same key, path and body within 24 hours gets the first answer, with the header `Idempotent-Replayed: true`. A new UUID for each request is a good key.
                 * @example 6f1d3a3e-2b0c-4c57-9a51-0f5f3a1f7f0e
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewCalendar"];
            };
        };
        responses: {
            /** @description Create a calendar of days on which nobody is called */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["Calendar"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updateCalendar: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: the request is carried out once, and a request with the same key, path and body within 24 hours gets the first answer, with the header `Idempotent-Replayed: true`. A new UUID for each request is a good key.
                 * @example 6f1d3a3e-2b0c-4c57-9a51-0f5f3a1f7f0e
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CalendarChange"];
            };
        };
        responses: {
            /** @description Change a calendar */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["Calendar"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    deleteCalendar: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: the request is carried out once, and a request with the same key, path and body within 24 hours gets the first answer, with the header `Idempotent-Replayed: true`. A new UUID for each request is a good key.
                 * @example 6f1d3a3e-2b0c-4c57-9a51-0f5f3a1f7f0e
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e"
                 *     }
                 */
                "application/json": {
                    /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                    id: string;
                };
            };
        };
        responses: {
            /** @description Delete a calendar that no task needs */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: null;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    explainTask: {
        parameters: {
            query?: {
                /** @description `results`: what came of the calls, too, counted at the same moment. */
                include?: "results";
            };
            header?: never;
            path: {
                /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What a task is doing now, and why it does no more */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["TaskExplanation"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getTaskDenials: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How often contacts of a task could not be called, by reason */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["TaskDenials"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    explainContact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                id: string;
                /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                contactId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A contact in a task: its calls, and why it is not being called now */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["ContactInTask"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getHistory: {
        parameters: {
            query?: {
                /**
                 * @description From this time on; 6 hours before the end if not given, in the time zone of the service. `to` must be later than `from`.
                 * @example 2026-03-02 09:00:00
                 */
                from?: string;
                /**
                 * @description Before this time; now if not given, in the time zone of the service. `to` must be later than `from`.
                 * @example 2026-03-02 09:00:00
                 */
                to?: string;
                /**
                 * @description Seconds a bucket, a multiple of 60, that makes at most 1500 buckets; chosen to fit a chart if it is not given.
                 * @example 300
                 */
                step?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How many calls ended over time, in all tasks together */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["CallHistory"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getLineHistory: {
        parameters: {
            query?: {
                /**
                 * @description From this time on; 6 hours before the end if not given, in the time zone of the service. `to` must be later than `from`.
                 * @example 2026-03-02 09:00:00
                 */
                from?: string;
                /**
                 * @description Before this time; now if not given, in the time zone of the service. `to` must be later than `from`.
                 * @example 2026-03-02 09:00:00
                 */
                to?: string;
                /**
                 * @description Seconds a bucket, a multiple of 60, that makes at most 1500 buckets; chosen to fit a chart if it is not given.
                 * @example 300
                 */
                step?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How many lines were in use over time */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["LineHistory"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getTaskHistory: {
        parameters: {
            query?: {
                /**
                 * @description From this time on; when the task was published if not given, in the time zone of the service. `to` must be later than `from`.
                 * @example 2026-03-02 09:00:00
                 */
                from?: string;
                /**
                 * @description Before this time; now, or when it ended, if not given, in the time zone of the service. `to` must be later than `from`.
                 * @example 2026-03-02 09:00:00
                 */
                to?: string;
                /**
                 * @description Seconds a bucket, a multiple of 60, that makes at most 1500 buckets; chosen to fit a chart if it is not given.
                 * @example 300
                 */
                step?: number;
            };
            header?: never;
            path: {
                /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How many calls of a task ended over time */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["CallHistory"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getFlowReport: {
        parameters: {
            query?: {
                /** @description Only calls that ran this version of the flow; all versions if not given. */
                version?: number;
                /**
                 * @description Calls that ended at this time or later, in the time zone of the service. `to` must be later than `from`.
                 * @example 2026-03-02 09:00:00
                 */
                from?: string;
                /**
                 * @description Calls that ended before this time, in the time zone of the service. `to` must be later than `from`.
                 * @example 2026-03-02 09:00:00
                 */
                to?: string;
            };
            header?: never;
            path: {
                /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Which ways the calls of a task took through its flow, and where live calls are */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["FlowReport"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getReport: {
        parameters: {
            query?: {
                /**
                 * @description Ids of up to 20 tasks, separated by commas; all tasks if not given.
                 * @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e
                 */
                taskIds?: string;
                /**
                 * @description From this time on; when the first of the tasks was published, or 30 days before the end, if not given, in the time zone of the service. `to` must be later than `from`.
                 * @example 2026-03-02 09:00:00
                 */
                from?: string;
                /**
                 * @description Before this time; now if not given, in the time zone of the service. `to` must be later than `from`.
                 * @example 2026-03-02 09:00:00
                 */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What came of the calls of some tasks, or of all, in a period */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["Report"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    exportReport: {
        parameters: {
            query?: {
                /**
                 * @description Ids of up to 20 tasks, separated by commas; all tasks if not given.
                 * @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e
                 */
                taskIds?: string;
                /**
                 * @description From this time on; when the first of the tasks was published, or 30 days before the end, if not given, in the time zone of the service. `to` must be later than `from`.
                 * @example 2026-03-02 09:00:00
                 */
                from?: string;
                /**
                 * @description Before this time; now if not given, in the time zone of the service. `to` must be later than `from`.
                 * @example 2026-03-02 09:00:00
                 */
                to?: string;
                /** @description `excel` and `xlsx` are an .xlsx workbook. */
                format?: "csv" | "excel" | "xlsx";
                /** @description For people: readable titles and words instead of codes, in this language; numbers and times of a workbook are typed cells. Default: titles and values as the API names them, all of them text. */
                labels?: "en" | "zh";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, as a stream. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getAnsweredTrend: {
        parameters: {
            query?: {
                /** @description The last 24 hours, 7 days or 30 days. */
                period?: "day" | "week" | "month";
                /**
                 * @description All data sources if not given.
                 * @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e
                 */
                dataSourceId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Answered calls in the last day, week or month, and in the one before */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["Trend"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getImportedTrend: {
        parameters: {
            query?: {
                /** @description The last 24 hours or 7 days. */
                period?: "day" | "week";
                /**
                 * @description All data sources if not given.
                 * @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e
                 */
                dataSourceId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Contacts that imports added in the last day or week, and in the one before */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["Trend"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getDoNotCallTrend: {
        parameters: {
            query?: {
                /** @description The last 24 hours, 7 days or 30 days. */
                period?: "day" | "week" | "month";
                /**
                 * @description All do-not-call lists if not given.
                 * @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e
                 */
                listId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Numbers added to do-not-call lists in the last day, week or month, and in the one before */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["Trend"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getNumberTrend: {
        parameters: {
            query?: {
                /** @description The last 24 hours, 7 days or 30 days. */
                period?: "day" | "week" | "month";
            };
            header?: never;
            path: {
                /**
                 * @description An optional +, then 3-20 digits, with the separators people type.
                 * @example +86 138-0013-8000
                 */
                phoneNumber: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Attempts to call a number in the last day, week or month, and in the one before */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["Trend"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    previewTask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Who would be called by a task, who would not and why, and when */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["TaskPreview"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listChanges: {
        parameters: {
            query?: {
                /** @description Page number, from 1. Pages shift when rows are added or deleted; `afterId` does not. */
                pageNum?: number;
                /** @description Rows per page. */
                pageSize?: number;
                /**
                 * @description Instead of `pageNum`: the rows that follow the one with this id, also if it was deleted meanwhile. Reading on from the last row of each answer neither skips nor repeats a row that exists throughout.
                 * @example 1042
                 */
                afterId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List who changed settings, tokens, trunks, lists, calendars and audio, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: {
                            /** @description Number of rows in all pages together. */
                            total: number;
                            rows: components["schemas"]["ServiceChange"][];
                        };
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getSystem: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The service as a whole: who dials, how busy it is, what needs attention */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["SystemState"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getCountryOfService: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Read the country of the service */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["CountryOfService"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    changeCountryOfService: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: the request is carried out once, and a request with the same key, path and body within 24 hours gets the first answer, with the header `Idempotent-Replayed: true`. A new UUID for each request is a good key.
                 * @example 6f1d3a3e-2b0c-4c57-9a51-0f5f3a1f7f0e
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CountryOfServiceChange"];
            };
        };
        responses: {
            /** @description Change the country of the service */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["ChangedCountryOfService"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getConsoleSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Read the settings of the console */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["ConsoleSettings"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    changeConsoleSettings: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: the request is carried out once, and a request with the same key, path and body within 24 hours gets the first answer, with the header `Idempotent-Replayed: true`. A new UUID for each request is a good key.
                 * @example 6f1d3a3e-2b0c-4c57-9a51-0f5f3a1f7f0e
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConsoleSettingsChange"];
            };
        };
        responses: {
            /** @description Change the settings of the console, for everyone */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["ConsoleSettings"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getOverview: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every task that is not over, today against yesterday, and the lines in use */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["Overview"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    followEvents: {
        parameters: {
            query?: {
                /**
                 * @description Only events of this task.
                 * @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e
                 */
                taskId?: string;
                /**
                 * @description Only events of these types; `task,progress` by default.
                 * @example task,call
                 */
                types?: string;
            };
            header?: {
                /** @description Continue after the event with this id. */
                "last-event-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listAudios: {
        parameters: {
            query?: {
                /** @description Page number, from 1. Pages shift when rows are added or deleted; `afterId` does not. */
                pageNum?: number;
                /** @description Rows per page. */
                pageSize?: number;
                /**
                 * @description Instead of `pageNum`: the rows that follow the one with this id, also if it was deleted meanwhile. Reading on from the last row of each answer neither skips nor repeats a row that exists throughout.
                 * @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e
                 */
                afterId?: string;
                /** @description Part of the name, ignoring case. */
                name?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List uploaded audios, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: {
                            /** @description Number of rows in all pages together. */
                            total: number;
                            rows: components["schemas"]["Audio"][];
                        };
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getAudio: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Show an uploaded audio */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["Audio"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listenToAudio: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The WAV file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "audio/wav": string;
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    deleteAudio: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: the request is carried out once, and a request with the same key, path and body within 24 hours gets the first answer, with the header `Idempotent-Replayed: true`. A new UUID for each request is a good key.
                 * @example 6f1d3a3e-2b0c-4c57-9a51-0f5f3a1f7f0e
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e"
                 *     }
                 */
                "application/json": {
                    /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                    id: string;
                };
            };
        };
        responses: {
            /** @description Delete an audio that no task needs */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: null;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    recordAudio: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: the request is carried out once, and a request with the same key, path and body within 24 hours gets the first answer, with the header `Idempotent-Replayed: true`. A new UUID for each request is a good key.
                 * @example 6f1d3a3e-2b0c-4c57-9a51-0f5f3a1f7f0e
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AudioToRecord"];
            };
        };
        responses: {
            /** @description Record an audio by phone */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["AudioRecording"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            405: components["responses"]["Error405"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getAudioRecording: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Show how the recording of an audio by phone goes */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["AudioRecording"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getSpeech: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Show what makes speech of text, and whether it works */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["Speech"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    saySentence: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: the request is carried out once, and a request with the same key, path and body within 24 hours gets the first answer, with the header `Idempotent-Replayed: true`. A new UUID for each request is a good key.
                 * @example 6f1d3a3e-2b0c-4c57-9a51-0f5f3a1f7f0e
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SentenceToSay"];
            };
        };
        responses: {
            /** @description The WAV file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "audio/wav": string;
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getDialerLimits: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Read the limits of the dialer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["DialerLimits"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    changeDialerLimits: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: the request is carried out once, and a request with the same key, path and body within 24 hours gets the first answer, with the header `Idempotent-Replayed: true`. A new UUID for each request is a good key.
                 * @example 6f1d3a3e-2b0c-4c57-9a51-0f5f3a1f7f0e
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DialerLimitsChange"];
            };
        };
        responses: {
            /** @description Change the limits of the dialer */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["DialerLimits"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    testCall: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: the request is carried out once, and a request with the same key, path and body within 24 hours gets the first answer, with the header `Idempotent-Replayed: true`. A new UUID for each request is a good key.
                 * @example 6f1d3a3e-2b0c-4c57-9a51-0f5f3a1f7f0e
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TestCallRequest"];
            };
        };
        responses: {
            /** @description Call one number with the flow of a task */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        /**
                         * @example {
                         *       "id": "01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e"
                         *     }
                         */
                        data: {
                            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                            id: string;
                        };
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            405: components["responses"]["Error405"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getTestCall: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Read how a test call goes */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["TestCall"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listTokens: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List access tokens */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: {
                            total: number;
                            rows: components["schemas"]["AccessToken"][];
                        };
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    createToken: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: the request is carried out once, and a request with the same key, path and body within 24 hours gets the first answer, with the header `Idempotent-Replayed: true`. A new UUID for each request is a good key.
                 * @example 6f1d3a3e-2b0c-4c57-9a51-0f5f3a1f7f0e
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewAccessToken"];
            };
        };
        responses: {
            /** @description Create an access token */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["CreatedAccessToken"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    revokeToken: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: the request is carried out once, and a request with the same key, path and body within 24 hours gets the first answer, with the header `Idempotent-Replayed: true`. A new UUID for each request is a good key.
                 * @example 6f1d3a3e-2b0c-4c57-9a51-0f5f3a1f7f0e
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e"
                 *     }
                 */
                "application/json": {
                    /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                    id: string;
                };
            };
        };
        responses: {
            /** @description Revoke an access token */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["AccessToken"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listTrunks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List trunks by their priority, then the oldest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: {
                            total: number;
                            rows: components["schemas"]["Trunk"][];
                        };
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listTrunkPresets: {
        parameters: {
            query?: {
                /** @description Of the names and descriptions. */
                language?: "en" | "zh";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Trunks to begin with: the forms that carriers usually want */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: {
                            rows: components["schemas"]["TrunkPreset"][];
                        };
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getTrunk: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Read a trunk */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["Trunk"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    checkTrunk: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: the request is carried out once, and a request with the same key, path and body within 24 hours gets the first answer, with the header `Idempotent-Replayed: true`. A new UUID for each request is a good key.
                 * @example 6f1d3a3e-2b0c-4c57-9a51-0f5f3a1f7f0e
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TrunkCheck"];
            };
        };
        responses: {
            /** @description What somebody should know about prefix rules before they are saved */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["CheckedTrunk"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    addTrunk: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: the request is carried out once, and a request with the same key, path and body within 24 hours gets the first answer, with the header `Idempotent-Replayed: true`. A new UUID for each request is a good key.
                 * @example 6f1d3a3e-2b0c-4c57-9a51-0f5f3a1f7f0e
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewTrunk"];
            };
        };
        responses: {
            /** @description Add a trunk, a way out to the phone network */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["ChangedTrunk"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updateTrunk: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: the request is carried out once, and a request with the same key, path and body within 24 hours gets the first answer, with the header `Idempotent-Replayed: true`. A new UUID for each request is a good key.
                 * @example 6f1d3a3e-2b0c-4c57-9a51-0f5f3a1f7f0e
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TrunkChange"];
            };
        };
        responses: {
            /** @description Change a trunk */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["ChangedTrunk"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            405: components["responses"]["Error405"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    deleteTrunk: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: the request is carried out once, and a request with the same key, path and body within 24 hours gets the first answer, with the header `Idempotent-Replayed: true`. A new UUID for each request is a good key.
                 * @example 6f1d3a3e-2b0c-4c57-9a51-0f5f3a1f7f0e
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e"
                 *     }
                 */
                "application/json": {
                    /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                    id: string;
                };
            };
        };
        responses: {
            /** @description Delete a trunk */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: null;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            405: components["responses"]["Error405"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listTrunkStates: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Read whether the trunks are registered or reachable, what came of their calls, and which caller IDs rest */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: {
                            rows: components["schemas"]["TrunkCondition"][];
                        };
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getTrunkHealth: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Read what came of the calls of a trunk in the last 24 hours */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["TrunkHistory"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    testTrunk: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: the request is carried out once, and a request with the same key, path and body within 24 hours gets the first answer, with the header `Idempotent-Replayed: true`. A new UUID for each request is a good key.
                 * @example 6f1d3a3e-2b0c-4c57-9a51-0f5f3a1f7f0e
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TrunkTestRequest"];
            };
        };
        responses: {
            /** @description Call one phone through a trunk, and follow each step */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        /**
                         * @example {
                         *       "id": "01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e"
                         *     }
                         */
                        data: {
                            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                            id: string;
                        };
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            405: components["responses"]["Error405"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    getTrunkTest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Read how the test of a trunk goes */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["TrunkTest"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listOwnPhones: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List your SIP apps, the oldest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: {
                            total: number;
                            rows: components["schemas"]["OwnPhone"][];
                        };
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    addOwnPhone: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: the request is carried out once, and a request with the same key, path and body within 24 hours gets the first answer, with the header `Idempotent-Replayed: true`. A new UUID for each request is a good key.
                 * @example 6f1d3a3e-2b0c-4c57-9a51-0f5f3a1f7f0e
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewOwnPhone"];
            };
        };
        responses: {
            /** @description Add a SIP app that test calls can ring */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["OwnPhoneAccount"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            405: components["responses"]["Error405"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    deleteOwnPhone: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: the request is carried out once, and a request with the same key, path and body within 24 hours gets the first answer, with the header `Idempotent-Replayed: true`. A new UUID for each request is a good key.
                 * @example 6f1d3a3e-2b0c-4c57-9a51-0f5f3a1f7f0e
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e"
                 *     }
                 */
                "application/json": {
                    /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                    id: string;
                };
            };
        };
        responses: {
            /** @description Delete a SIP app */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: null;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    addBrowserPhone: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: the request is carried out once, and a request with the same key, path and body within 24 hours gets the first answer, with the header `Idempotent-Replayed: true`. A new UUID for each request is a good key.
                 * @example 6f1d3a3e-2b0c-4c57-9a51-0f5f3a1f7f0e
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Make this browser a phone for an hour */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["BrowserPhone"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            405: components["responses"]["Error405"];
            409: components["responses"]["Error409"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List webhooks, the oldest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: {
                            total: number;
                            rows: components["schemas"]["Webhook"][];
                        };
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    addWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: the request is carried out once, and a request with the same key, path and body within 24 hours gets the first answer, with the header `Idempotent-Replayed: true`. A new UUID for each request is a good key.
                 * @example 6f1d3a3e-2b0c-4c57-9a51-0f5f3a1f7f0e
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewWebhook"];
            };
        };
        responses: {
            /** @description Add a webhook */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: {
                            /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                            id: string;
                            /** @example https://crm.example.com/carillon */
                            url: string;
                            description: string;
                            events: ("call.ended" | "contact.done" | "task.status" | "task.attention" | "import.finished" | "doNotCall.added" | "recording.ready")[];
                            taskIds: string[];
                            /** @description `call.ended` and `contact.done` have the custom fields of the contact. */
                            withContactFields: boolean;
                            /** @description One that is switched on again continues where it was; events that wait for 30 days are dropped. */
                            isEnabled: boolean;
                            /**
                             * @description Why the service has switched it off: no delivery was taken for five days, or the receiver answered 410.
                             * @enum {string|null}
                             */
                            offReason: "failing" | "gone" | null;
                            /**
                             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
                             * @example 2026-03-02 09:30:00
                             */
                            offTime: string | null;
                            /** @description False after a restore from a backup without secrets: nothing is sent until the secret is rotated. */
                            hasSecret: boolean;
                            /**
                             * @description Until then the secret before the last rotation signs too.
                             * @example 2026-03-02 09:30:00
                             */
                            previousSecretUntil: string | null;
                            /**
                             * @description Since when no delivery was taken; null: the last one was.
                             * @example 2026-03-02 09:30:00
                             */
                            failingSince: string | null;
                            /** @description Events that were read and wait to be sent. */
                            waitingCount: number;
                            /** @description Events that were given up, in the last 30 days. */
                            failedCount: number;
                            /**
                             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
                             * @example 2026-03-02 09:30:00
                             */
                            createTime: string;
                            /**
                             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
                             * @example 2026-03-02 09:30:00
                             */
                            updateTime: string;
                            /**
                             * @description Signs what is sent. It cannot be read again.
                             * @example whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD
                             */
                            secret: string;
                        };
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: the request is carried out once, and a request with the same key, path and body within 24 hours gets the first answer, with the header `Idempotent-Replayed: true`. A new UUID for each request is a good key.
                 * @example 6f1d3a3e-2b0c-4c57-9a51-0f5f3a1f7f0e
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookChange"];
            };
        };
        responses: {
            /** @description Change a webhook, or switch it on or off */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["Webhook"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: the request is carried out once, and a request with the same key, path and body within 24 hours gets the first answer, with the header `Idempotent-Replayed: true`. A new UUID for each request is a good key.
                 * @example 6f1d3a3e-2b0c-4c57-9a51-0f5f3a1f7f0e
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e"
                 *     }
                 */
                "application/json": {
                    /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                    id: string;
                };
            };
        };
        responses: {
            /** @description Delete a webhook, with its log */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: null;
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: the request is carried out once, and a request with the same key, path and body within 24 hours gets the first answer, with the header `Idempotent-Replayed: true`. A new UUID for each request is a good key.
                 * @example 6f1d3a3e-2b0c-4c57-9a51-0f5f3a1f7f0e
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e"
                 *     }
                 */
                "application/json": {
                    /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                    id: string;
                };
            };
        };
        responses: {
            /** @description Get another secret for a webhook */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: {
                            /**
                             * @description Signs what is sent. It cannot be read again.
                             * @example whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD
                             */
                            secret: string;
                            /**
                             * @description Wall-clock time in the time zone of the service, `YYYY-MM-DD HH:MM:SS`.
                             * @example 2026-03-02 09:30:00
                             */
                            previousSecretUntil: string;
                        };
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: the request is carried out once, and a request with the same key, path and body within 24 hours gets the first answer, with the header `Idempotent-Replayed: true`. A new UUID for each request is a good key.
                 * @example 6f1d3a3e-2b0c-4c57-9a51-0f5f3a1f7f0e
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e"
                 *     }
                 */
                "application/json": {
                    /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                    id: string;
                };
            };
        };
        responses: {
            /** @description Send a test event */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["WebhookDelivery"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            405: components["responses"]["Error405"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description Page number, from 1. Pages shift when rows are added or deleted; `afterId` does not. */
                pageNum?: number;
                /** @description Rows per page. */
                pageSize?: number;
                /**
                 * @description Instead of `pageNum`: the rows that follow the one with this id, also if it was deleted meanwhile. Reading on from the last row of each answer neither skips nor repeats a row that exists throughout.
                 * @example 42
                 */
                afterId?: string;
                /** @description `waiting` for its first or next attempt, `delivered` it was taken, `failed` it was given up after all attempts. */
                status?: "waiting" | "delivered" | "failed";
            };
            header?: never;
            path: {
                /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description List what was sent to a webhook in the last 30 days, and what waits, newest first */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: {
                            /** @description Number of rows in all pages together; no more than 100,000 are counted. */
                            total: number;
                            rows: components["schemas"]["WebhookDelivery"][];
                        };
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    sendWebhookAgain: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: the request is carried out once, and a request with the same key, path and body within 24 hours gets the first answer, with the header `Idempotent-Replayed: true`. A new UUID for each request is a good key.
                 * @example 6f1d3a3e-2b0c-4c57-9a51-0f5f3a1f7f0e
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e",
                 *       "deliveryId": "42"
                 *     }
                 */
                "application/json": {
                    /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                    id: string;
                    /**
                     * @description A delivery that failed. Default: all that failed.
                     * @example 42
                     */
                    deliveryId?: string | null;
                };
            };
        };
        responses: {
            /** @description Send again what has failed: one delivery, or all */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: {
                            /** @description How many are sent again. */
                            count: number;
                        };
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    sendWebhookNow: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: the request is carried out once, and a request with the same key, path and body within 24 hours gets the first answer, with the header `Idempotent-Replayed: true`. A new UUID for each request is a good key.
                 * @example 6f1d3a3e-2b0c-4c57-9a51-0f5f3a1f7f0e
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "id": "01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e"
                 *     }
                 */
                "application/json": {
                    /**
                     * @description The webhook. Default: all that are on.
                     * @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e
                     */
                    id?: string | null;
                    /**
                     * @description A delivery of the webhook that waits: it and those of its task before it. Default: all that wait.
                     * @example 42
                     */
                    deliveryId?: string | null;
                };
            };
        };
        responses: {
            /** @description Send what waits now: one delivery, all of a webhook, or all */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: {
                            /** @description How many are sent. */
                            count: number;
                        };
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            405: components["responses"]["Error405"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    isAlive: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The process is alive. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: {
                            /** @example ok */
                            status: string;
                        };
                    };
                };
            };
        };
    };
    isReady: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The service is ready. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: {
                            /** @example ok */
                            status: string;
                        };
                    };
                };
            };
            /** @description The service is not ready; `message` has the reason. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    importContacts: {
        parameters: {
            query?: {
                /** @description What happens to a row whose number already exists: it fails, or it is merged into the contact. */
                onDuplicate?: "fail" | "update";
                /**
                 * @description The encoding of a CSV file. Without it UTF-8, UTF-16 and Chinese in GB18030 are recognised; others have to be named.
                 * @example windows-1252
                 */
                encoding?: "utf-8" | "utf-16le" | "utf-16be" | "gb18030" | "big5" | "shift_jis" | "euc-jp" | "euc-kr" | "windows-874" | "windows-1250" | "windows-1251" | "windows-1252" | "windows-1253" | "windows-1254" | "windows-1255" | "windows-1256" | "windows-1257" | "windows-1258" | "iso-8859-2" | "iso-8859-15" | "koi8-r" | "macintosh";
            };
            header?: {
                /**
                 * @description Makes retries safe: the request is carried out once, and a request with the same key, path and body within 24 hours gets the first answer, with the header `Idempotent-Replayed: true`. A new UUID for each request is a good key.
                 * @example 6f1d3a3e-2b0c-4c57-9a51-0f5f3a1f7f0e
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** @description CSV (UTF-8, UTF-16, GB18030 or the named encoding; comma, semicolon or tab) or .xlsx. */
                    file: string;
                };
            };
        };
        responses: {
            /** @description Import contacts from a CSV or Excel file */
            200: {
                headers: {
                    /** @description Query parameters and fields of the request that this operation does not have, percent-encoded and separated by commas: the first 20. */
                    "X-Ignored-Fields"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["ImportResult"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    uploadImport: {
        parameters: {
            query?: {
                /**
                 * @description The encoding of a CSV file. Without it UTF-8, UTF-16 and Chinese in GB18030 are recognised; others have to be named.
                 * @example windows-1252
                 */
                encoding?: "utf-8" | "utf-16le" | "utf-16be" | "gb18030" | "big5" | "shift_jis" | "euc-jp" | "euc-kr" | "windows-874" | "windows-1250" | "windows-1251" | "windows-1252" | "windows-1253" | "windows-1254" | "windows-1255" | "windows-1256" | "windows-1257" | "windows-1258" | "iso-8859-2" | "iso-8859-15" | "koi8-r" | "macintosh";
                /** @description The row with the titles; rows above it are left out. 0: the file has no titles, and columns are called A, B, C. Default: recognised: the first row that is not blank, unless that is a contact, or the titles are below it. */
                headerRow?: number;
                /** @description The name of the sheet of a workbook. Default: the first visible one with rows. */
                sheet?: string;
            };
            header?: {
                /**
                 * @description Makes retries safe: the request is carried out once, and a request with the same key, path and body within 24 hours gets the first answer, with the header `Idempotent-Replayed: true`. A new UUID for each request is a good key.
                 * @example 6f1d3a3e-2b0c-4c57-9a51-0f5f3a1f7f0e
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** @description CSV (UTF-8, UTF-16, GB18030 or the named encoding; comma, semicolon or tab) or .xlsx. */
                    file: string;
                };
            };
        };
        responses: {
            /** @description Upload a file of contacts to import in the background */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["ImportJobDetail"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    uploadDoNotCallImport: {
        parameters: {
            query?: {
                /**
                 * @description The encoding of a CSV file. Without it UTF-8, UTF-16 and Chinese in GB18030 are recognised; others have to be named.
                 * @example windows-1252
                 */
                encoding?: "utf-8" | "utf-16le" | "utf-16be" | "gb18030" | "big5" | "shift_jis" | "euc-jp" | "euc-kr" | "windows-874" | "windows-1250" | "windows-1251" | "windows-1252" | "windows-1253" | "windows-1254" | "windows-1255" | "windows-1256" | "windows-1257" | "windows-1258" | "iso-8859-2" | "iso-8859-15" | "koi8-r" | "macintosh";
                /** @description The row with the titles; rows above it are left out. 0: the file has no titles, and columns are called A, B, C. Default: recognised: the first row that is not blank, unless that is a contact, or the titles are below it. */
                headerRow?: number;
                /** @description The name of the sheet of a workbook. Default: the first visible one with rows. */
                sheet?: string;
            };
            header?: {
                /**
                 * @description Makes retries safe: the request is carried out once, and a request with the same key, path and body within 24 hours gets the first answer, with the header `Idempotent-Replayed: true`. A new UUID for each request is a good key.
                 * @example 6f1d3a3e-2b0c-4c57-9a51-0f5f3a1f7f0e
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** @description CSV (UTF-8, UTF-16, GB18030 or the named encoding; comma, semicolon or tab) or .xlsx. */
                    file: string;
                };
            };
        };
        responses: {
            /** @description Upload a file of numbers to import into a do-not-call list in the background */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["ImportJobDetail"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    importCalendar: {
        parameters: {
            query?: {
                /** @description Whether the days are added to those of the calendar, or put in their place. */
                mode?: "add" | "replace";
            };
            header?: {
                /**
                 * @description Makes retries safe: the request is carried out once, and a request with the same key, path and body within 24 hours gets the first answer, with the header `Idempotent-Replayed: true`. A new UUID for each request is a good key.
                 * @example 6f1d3a3e-2b0c-4c57-9a51-0f5f3a1f7f0e
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** @description An iCalendar file (.ics) in UTF-8. */
                    file: string;
                };
            };
        };
        responses: {
            /** @description Import the days of an iCalendar file */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["ImportedCalendar"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            404: components["responses"]["Error404"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    reportToHttpGateway: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GatewayCallback"];
            };
        };
        responses: {
            /** @description The report is stored, or was stored before. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: null;
                    };
                };
            };
            400: components["responses"]["Error400"];
            /** @description The signature is missing, too old or wrong. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            404: components["responses"]["Error404"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    tellAboutCall: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 01934a5c-7c2e-7d3a-9f10-3b5b6a1c2d4e */
                callId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AgentWord"];
            };
        };
        responses: {
            /** @description It was taken for the call. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: null;
                    };
                };
            };
            400: components["responses"]["Error400"];
            /** @description The signature is missing, too old or wrong. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The signature belongs to an agent that this call does not concern. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            404: components["responses"]["Error404"];
            /** @description A request with the same signature was received before. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    uploadAudio: {
        parameters: {
            query: {
                /**
                 * @description Unique, 1-500 characters after outer white space is trimmed, at least one of them visible.
                 * @example Welcome
                 */
                name: string;
            };
            header?: {
                /**
                 * @description Makes retries safe: the request is carried out once, and a request with the same key, path and body within 24 hours gets the first answer, with the header `Idempotent-Replayed: true`. A new UUID for each request is a good key.
                 * @example 6f1d3a3e-2b0c-4c57-9a51-0f5f3a1f7f0e
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** @description WAV (PCM of 8 to 32 bit, float, A-law or mu-law), MP3, or OGG with Vorbis or Opus. */
                    file: string;
                };
            };
        };
        responses: {
            /** @description Upload an audio for call flows to play */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description 0 on success.
                         * @example 0
                         */
                        code: number;
                        /** @example success */
                        message: string;
                        data: components["schemas"]["Audio"];
                    };
                };
            };
            400: components["responses"]["Error400"];
            401: components["responses"]["Error401"];
            403: components["responses"]["Error403"];
            409: components["responses"]["Error409"];
            413: components["responses"]["Error413"];
            415: components["responses"]["Error415"];
            422: components["responses"]["Error422"];
            429: components["responses"]["Error429"];
            500: components["responses"]["Error500"];
            503: components["responses"]["Error503"];
        };
    };
    onCallEnded: {
        parameters: {
            query?: never;
            header: {
                /** @description The same in every attempt: an event that is already known was repeated. */
                "webhook-id": string;
                /** @description Of the attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: `v1,` and HMAC-SHA256 in base64; two of them, separated by a space, for a day after a rotation. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CallEndedEvent"];
            };
        };
        responses: {
            /** @description Gone: the webhook is switched off. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Any other answer, or none within 15 seconds, is followed by another attempt. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onContactDone: {
        parameters: {
            query?: never;
            header: {
                /** @description The same in every attempt: an event that is already known was repeated. */
                "webhook-id": string;
                /** @description Of the attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: `v1,` and HMAC-SHA256 in base64; two of them, separated by a space, for a day after a rotation. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactDoneEvent"];
            };
        };
        responses: {
            /** @description Gone: the webhook is switched off. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Any other answer, or none within 15 seconds, is followed by another attempt. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onTaskStatus: {
        parameters: {
            query?: never;
            header: {
                /** @description The same in every attempt: an event that is already known was repeated. */
                "webhook-id": string;
                /** @description Of the attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: `v1,` and HMAC-SHA256 in base64; two of them, separated by a space, for a day after a rotation. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TaskStatusEvent"];
            };
        };
        responses: {
            /** @description Gone: the webhook is switched off. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Any other answer, or none within 15 seconds, is followed by another attempt. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onTaskAttention: {
        parameters: {
            query?: never;
            header: {
                /** @description The same in every attempt: an event that is already known was repeated. */
                "webhook-id": string;
                /** @description Of the attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: `v1,` and HMAC-SHA256 in base64; two of them, separated by a space, for a day after a rotation. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TaskAttentionEvent"];
            };
        };
        responses: {
            /** @description Gone: the webhook is switched off. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Any other answer, or none within 15 seconds, is followed by another attempt. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onImportFinished: {
        parameters: {
            query?: never;
            header: {
                /** @description The same in every attempt: an event that is already known was repeated. */
                "webhook-id": string;
                /** @description Of the attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: `v1,` and HMAC-SHA256 in base64; two of them, separated by a space, for a day after a rotation. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImportFinishedEvent"];
            };
        };
        responses: {
            /** @description Gone: the webhook is switched off. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Any other answer, or none within 15 seconds, is followed by another attempt. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onDoNotCallAdded: {
        parameters: {
            query?: never;
            header: {
                /** @description The same in every attempt: an event that is already known was repeated. */
                "webhook-id": string;
                /** @description Of the attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: `v1,` and HMAC-SHA256 in base64; two of them, separated by a space, for a day after a rotation. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DoNotCallAddedEvent"];
            };
        };
        responses: {
            /** @description Gone: the webhook is switched off. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Any other answer, or none within 15 seconds, is followed by another attempt. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onRecordingReady: {
        parameters: {
            query?: never;
            header: {
                /** @description The same in every attempt: an event that is already known was repeated. */
                "webhook-id": string;
                /** @description Of the attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: `v1,` and HMAC-SHA256 in base64; two of them, separated by a space, for a day after a rotation. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecordingReadyEvent"];
            };
        };
        responses: {
            /** @description Gone: the webhook is switched off. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Any other answer, or none within 15 seconds, is followed by another attempt. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onWebhookTest: {
        parameters: {
            query?: never;
            header: {
                /** @description The same in every attempt: an event that is already known was repeated. */
                "webhook-id": string;
                /** @description Of the attempt, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: `v1,` and HMAC-SHA256 in base64; two of them, separated by a space, for a day after a rotation. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookTestEvent"];
            };
        };
        responses: {
            /** @description Gone: the webhook is switched off. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Any other answer, or none within 15 seconds, is followed by another attempt. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
