// Types of the API, generated from its OpenAPI document by npm run generate. Do not edit.
export interface paths {
    "/api/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events
         * @description Needs the scope events:read. Also needs contacts:read with calendar_name=birthdays and expand=true.
         */
        get: operations["listEvents"];
        put?: never;
        /**
         * Create an event
         * @description Needs the scope events:write. Emits event.created.
         */
        post: operations["createEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an event
         * @description Needs the scope events:read.
         */
        get: operations["getEvent"];
        put?: never;
        post?: never;
        /**
         * Move an event to the trash, remove an occurrence, or delete permanently
         * @description Needs the scope events:write. Also needs events:erase with permanent=true. Emits event.deleted; event.updated for the series instead, with the id of an occurrence.
         */
        delete: operations["deleteEvent"];
        options?: never;
        head?: never;
        /**
         * Change fields of an event
         * @description Needs the scope events:write. Emits event.updated; event.created for the new series, with scope=following.
         */
        patch: operations["updateEvent"];
        trace?: never;
    };
    "/api/v1/events/{id}/custom": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Merge keys into custom_fields of an event
         * @description Needs the scope events:write. Emits event.updated; event.created for the new series, with scope=following.
         */
        patch: operations["mergeEventCustomFields"];
        trace?: never;
    };
    "/api/v1/events/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore an event from the trash, or an occurrence as it was
         * @description Needs the scope events:write. Emits event.restored; event.updated for the series instead, with the id of an occurrence.
         */
        post: operations["restoreEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/emails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List emails
         * @description Needs the scope emails:read.
         */
        get: operations["listEmails"];
        put?: never;
        /**
         * Create an email
         * @description Needs the scope emails:write. Also needs emails:send for the status queued or scheduled. Emits email.created.
         */
        post: operations["createEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/emails/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an email
         * @description Needs the scope emails:read.
         */
        get: operations["getEmail"];
        put?: never;
        post?: never;
        /**
         * Move an email to the trash, or delete it permanently
         * @description Needs the scope emails:write. Also needs emails:erase with permanent=true. Emits email.deleted.
         */
        delete: operations["deleteEmail"];
        options?: never;
        head?: never;
        /**
         * Change fields of an email
         * @description Needs the scope emails:write. Emits email.updated.
         */
        patch: operations["updateEmail"];
        trace?: never;
    };
    "/api/v1/emails/{id}/custom": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Merge keys into custom_fields of an email
         * @description Needs the scope emails:write. Emits email.updated.
         */
        patch: operations["mergeEmailCustomFields"];
        trace?: never;
    };
    "/api/v1/emails/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore an email from the trash
         * @description Needs the scope emails:write. Emits email.restored.
         */
        post: operations["restoreEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/contacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List contacts
         * @description Needs the scope contacts:read.
         */
        get: operations["listContacts"];
        put?: never;
        /**
         * Create a contact
         * @description Needs the scope contacts:write. Emits contact.created.
         */
        post: operations["createContact"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/contacts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a contact
         * @description Needs the scope contacts:read.
         */
        get: operations["getContact"];
        put?: never;
        post?: never;
        /**
         * Move a contact to the trash, or delete it permanently
         * @description Needs the scope contacts:write. Also needs contacts:erase with permanent=true. Emits contact.deleted.
         */
        delete: operations["deleteContact"];
        options?: never;
        head?: never;
        /**
         * Change fields of a contact
         * @description Needs the scope contacts:write. Emits contact.updated.
         */
        patch: operations["updateContact"];
        trace?: never;
    };
    "/api/v1/contacts/{id}/custom": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Merge keys into custom_fields of a contact
         * @description Needs the scope contacts:write. Emits contact.updated.
         */
        patch: operations["mergeContactCustomFields"];
        trace?: never;
    };
    "/api/v1/contacts/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a contact from the trash
         * @description Needs the scope contacts:write. Emits contact.restored.
         */
        post: operations["restoreContact"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/calendars": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List calendars, with how many events each has
         * @description Needs the scope events:read.
         */
        get: operations["listCalendars"];
        put?: never;
        /**
         * Create a calendar without events
         * @description Needs the scope events:write. Emits calendar.created.
         */
        post: operations["createCalendar"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/calendars/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a calendar
         * @description Needs the scope events:read.
         */
        get: operations["getCalendar"];
        put?: never;
        post?: never;
        /**
         * Delete a calendar, and move its events to another one or to the trash
         * @description Needs the scope events:write. Emits calendar.deleted; event.updated for each event that is moved; event.deleted for each event that is moved to the trash.
         */
        delete: operations["deleteCalendar"];
        options?: never;
        head?: never;
        /**
         * Rename a calendar, or change what is set for it
         * @description Needs the scope events:write. Emits calendar.updated; event.updated for each event of a renamed calendar.
         */
        patch: operations["updateCalendar"];
        trace?: never;
    };
    "/api/v1/free-busy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * When the user is busy, as merged spans
         * @description Needs the scope events:read.
         */
        get: operations["getFreeBusy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/free-slots": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * When the user is free
         * @description Needs the scope events:read.
         */
        get: operations["getFreeSlots"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/reminders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List reminders: to come, fired, missed, snoozed and dismissed
         * @description Needs the scope events:read.
         */
        get: operations["listReminders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/reminders/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a reminder
         * @description Needs the scope events:read.
         */
        get: operations["getReminder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/reminders/{id}/dismiss": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Dismiss a reminder
         * @description Needs the scope events:write. Emits event.reminder_dismissed.
         */
        post: operations["dismissReminder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/reminders/{id}/snooze": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Be reminded again later
         * @description Needs the scope events:write. Emits event.reminder_snoozed; event.reminder again, when the snooze ends.
         */
        post: operations["snoozeReminder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/emails/send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a new email, now or at a given time
         * @description Needs the scope emails:send. Emits email.queued; email.scheduled instead if it is scheduled or held.
         */
        post: operations["sendEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/emails/drafts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a draft
         * @description Needs the scope emails:write. Emits email.created.
         */
        post: operations["createEmailDraft"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/emails/drafts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Edit a draft
         * @description Needs the scope emails:write. Emits email.updated.
         */
        patch: operations["updateEmailDraft"];
        trace?: never;
    };
    "/api/v1/emails/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * One action on up to 100 emails or conversations, or on all emails that match filters
         * @description Needs the scope emails:write. Emits email.updated for each email; email.deleted with delete; email.restored with restore; email.snoozed with snooze; email.task_updated if many emails match.
         */
        post: operations["batchEmails"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/emails/{id}/send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a draft, or a failed email again, now or later
         * @description Needs the scope emails:send. Emits email.queued; email.scheduled instead if it is scheduled or held.
         */
        post: operations["sendEmailDraft"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/emails/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a queued or scheduled email; it becomes a draft
         * @description Needs the scope emails:send. Emits email.updated.
         */
        post: operations["cancelEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/emails/{id}/reply": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a draft that replies to the sender of an email
         * @description Needs the scope emails:write. Emits email.created.
         */
        post: operations["replyToEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/emails/{id}/reply-all": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a draft that replies to everyone of an email
         * @description Needs the scope emails:write. Emits email.created.
         */
        post: operations["replyToAllOfEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/emails/{id}/forward": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a draft that forwards an email with its attachments
         * @description Needs the scope emails:write. Emits email.created; file.updated for each file that came with the email.
         */
        post: operations["forwardEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/emails/{id}/snooze": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Snooze an email until a given time
         * @description Needs the scope emails:write. Emits email.snoozed.
         */
        post: operations["snoozeEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/emails/{id}/unsnooze": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End the snooze of an email
         * @description Needs the scope emails:write. Emits email.unsnoozed.
         */
        post: operations["unsnoozeEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/emails/{id}/unsubscribe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Unsubscribe from the mailing list of an email
         * @description Needs the scope emails:send. Emits email.updated; email.queued if a mail to the list is sent.
         */
        post: operations["unsubscribeFromEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/emails/{id}/raw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the message as received or sent
         * @description Needs the scope emails:read.
         */
        get: operations["getEmailRaw"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/emails/{id}/html": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the email as HTML that is safe to show
         * @description Needs the scope emails:read.
         */
        get: operations["getEmailHtml"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/emails/{id}/remote-image": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an image of the email from another server
         * @description Needs the scope emails:read. Also needs emails:send for drafts, and for mail that was stored by a token without it; for a token with emails:write, also for sent mail and mail without a source.
         */
        get: operations["getEmailRemoteImage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/emails/{id}/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark an email: read
         * @description Needs the scope emails:write. Emits email.updated.
         */
        post: operations["markEmailRead"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/emails/{id}/unread": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark an email: unread
         * @description Needs the scope emails:write. Emits email.updated.
         */
        post: operations["markEmailUnread"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/emails/{id}/star": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark an email: star
         * @description Needs the scope emails:write. Emits email.updated.
         */
        post: operations["starEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/emails/{id}/unstar": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark an email: unstar
         * @description Needs the scope emails:write. Emits email.updated.
         */
        post: operations["unstarEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/emails/{id}/attached-email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a mail that is attached to an email
         * @description Needs the scope emails:read. Also needs files:read always: the mail is the content of a file.
         */
        get: operations["getAttachedEmail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/emails/{id}/attached-html": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an attached mail as HTML that is safe to show
         * @description Needs the scope emails:read. Also needs files:read always: the mail is the content of a file.
         */
        get: operations["getAttachedEmailHtml"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/emails/{id}/attached-file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download an attachment of an attached mail
         * @description Needs the scope emails:read. Also needs files:read always: the mail is the content of a file.
         */
        get: operations["getAttachedEmailFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/threads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List conversations
         * @description Needs the scope emails:read.
         */
        get: operations["listThreads"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/threads/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a conversation with its emails
         * @description Needs the scope emails:read.
         */
        get: operations["getThread"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/trusted-senders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List trusted senders
         * @description Needs the scope emails:read.
         */
        get: operations["listTrustedSenders"];
        put?: never;
        /**
         * Show the images of a sender without asking
         * @description Needs the scope settings:write. Emits trusted_sender.created unless the sender was trusted already.
         */
        post: operations["createTrustedSender"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/trusted-senders/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a trusted sender
         * @description Needs the scope emails:read.
         */
        get: operations["getTrustedSender"];
        put?: never;
        post?: never;
        /**
         * No longer trust a sender
         * @description Needs the scope settings:write. Emits trusted_sender.deleted.
         */
        delete: operations["deleteTrustedSender"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/correspondents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List addresses from contacts and past mail, the most likely recipients first
         * @description Any token is sufficient.
         */
        get: operations["listCorrespondents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search emails, events and contacts
         * @description Any token is sufficient.
         */
        get: operations["search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/folders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List folders, with how many emails each has
         * @description Needs the scope emails:read.
         */
        get: operations["listFolders"];
        put?: never;
        /**
         * Create a folder without emails
         * @description Needs the scope emails:write. Emits folder.created.
         */
        post: operations["createFolder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/folders/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a folder
         * @description Needs the scope emails:read.
         */
        get: operations["getFolder"];
        put?: never;
        post?: never;
        /**
         * Delete a folder; its emails go to the trash, or to another folder
         * @description Needs the scope emails:write. Emits folder.deleted; email.updated for each email that had the name; email.deleted for each email that goes to the trash; email.task_updated when there are many emails.
         */
        delete: operations["deleteFolder"];
        options?: never;
        head?: never;
        /**
         * Rename a folder, or change what is set for it
         * @description Needs the scope emails:write. Emits folder.updated; email.updated for each email that had the name; email.task_updated when there are many emails.
         */
        patch: operations["updateFolder"];
        trace?: never;
    };
    "/api/v1/labels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List labels, with how many emails each has
         * @description Needs the scope emails:read.
         */
        get: operations["listLabels"];
        put?: never;
        /**
         * Create a label without emails
         * @description Needs the scope emails:write. Emits label.created.
         */
        post: operations["createLabel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/labels/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a label
         * @description Needs the scope emails:read.
         */
        get: operations["getLabel"];
        put?: never;
        post?: never;
        /**
         * Delete a label and take it from its emails, or merge it into another
         * @description Needs the scope emails:write. Emits label.deleted; email.updated for each email that had the name; email.task_updated when there are many emails.
         */
        delete: operations["deleteLabel"];
        options?: never;
        head?: never;
        /**
         * Rename a label, or change what is set for it
         * @description Needs the scope emails:write. Emits label.updated; email.updated for each email that had the name; email.task_updated when there are many emails.
         */
        patch: operations["updateLabel"];
        trace?: never;
    };
    "/api/v1/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tags, with how many contacts each has
         * @description Needs the scope contacts:read.
         */
        get: operations["listTags"];
        put?: never;
        /**
         * Create a tag without contacts
         * @description Needs the scope contacts:write. Emits tag.created.
         */
        post: operations["createTag"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tags/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a tag
         * @description Needs the scope contacts:read.
         */
        get: operations["getTag"];
        put?: never;
        post?: never;
        /**
         * Delete a tag and take it from its contacts, or merge it into another
         * @description Needs the scope contacts:write. Emits tag.deleted; contact.updated for each contact that had the name; contact.task_updated when there are many contacts.
         */
        delete: operations["deleteTag"];
        options?: never;
        head?: never;
        /**
         * Rename a tag, or change what is set for it
         * @description Needs the scope contacts:write. Emits tag.updated; contact.updated for each contact that had the name; contact.task_updated when there are many contacts.
         */
        patch: operations["updateTag"];
        trace?: never;
    };
    "/api/v1/email-accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List email accounts
         * @description Needs the scope accounts:read.
         */
        get: operations["listEmailAccounts"];
        put?: never;
        /**
         * Add an email account, and test it
         * @description Needs the scope accounts:write. Emits email_account.created; email_account.status_changed after the test; email_account.updated for the former default account.
         */
        post: operations["createEmailAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/email-accounts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an email account
         * @description Needs the scope accounts:read.
         */
        get: operations["getEmailAccount"];
        put?: never;
        post?: never;
        /**
         * Remove an email account permanently; its emails are kept
         * @description Needs the scope accounts:write. Emits email_account.deleted; email_account.updated for the new default account.
         */
        delete: operations["deleteEmailAccount"];
        options?: never;
        head?: never;
        /**
         * Change an email account, and test a changed connection
         * @description Needs the scope accounts:write. Emits email_account.updated; email_account.status_changed after the test, if a connection changes.
         */
        patch: operations["updateEmailAccount"];
        trace?: never;
    };
    "/api/v1/email-accounts/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test the servers of an email account
         * @description Needs the scope accounts:write. Emits email_account.status_changed if the status changes; email_account.updated otherwise.
         */
        post: operations["testEmailAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/email-accounts/{id}/folders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the folders of the IMAP server
         * @description Needs the scope accounts:read.
         */
        get: operations["listEmailAccountFolders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/identities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List identities of email accounts
         * @description Needs the scope accounts:read.
         */
        get: operations["listIdentities"];
        put?: never;
        /**
         * Add an identity to an email account
         * @description Needs the scope accounts:write. Emits identity.created; identity.updated for the former default identity.
         */
        post: operations["createIdentity"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/identities/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an identity
         * @description Needs the scope accounts:read.
         */
        get: operations["getIdentity"];
        put?: never;
        post?: never;
        /**
         * Remove an identity permanently
         * @description Needs the scope accounts:write. Emits identity.deleted; identity.updated for the new default identity.
         */
        delete: operations["deleteIdentity"];
        options?: never;
        head?: never;
        /**
         * Change an identity
         * @description Needs the scope accounts:write. Emits identity.updated.
         */
        patch: operations["updateIdentity"];
        trace?: never;
    };
    "/api/v1/email-accounts/{id}/sync": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare the server with Daybook, folder by folder
         * @description Needs the scope accounts:read.
         */
        get: operations["getEmailAccountSync"];
        put?: never;
        /**
         * Synchronise with the server now
         * @description Needs the scope accounts:write. Emits sync.started; sync.progress; sync.completed; sync.error instead if it fails.
         */
        post: operations["syncEmailAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List files, the newest first
         * @description Needs the scope files:read.
         */
        get: operations["listFiles"];
        put?: never;
        /**
         * Upload a file
         * @description Needs the scope files:write. Emits file.created.
         */
        post: operations["uploadFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/files/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the record of a file
         * @description Needs the scope files:read.
         */
        get: operations["getFile"];
        put?: never;
        post?: never;
        /**
         * Delete a file permanently
         * @description Needs the scope files:write. Also needs emails:erase for a file that is attached to an email. Emits file.deleted.
         */
        delete: operations["deleteFile"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/files/{id}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a file, or a range of it
         * @description Needs the scope files:read.
         */
        get: operations["getFileContent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import mail from a file; a task does it
         * @description Needs the scope emails:write. Mail that is there already is skipped, so a file can be imported again. `progress` of the task has the bytes that were read, and how many mails are new; `errors` says what was skipped. Emits email.task_updated; email.created for each new mail.
         */
        post: operations["importMail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/imports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Cancel an import; what it has imported stays
         * @description Needs the scope emails:write. Emits email.task_updated.
         */
        delete: operations["cancelImport"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download all records of one kind as a file
         * @description Emails are an mbox file (`application/mbox`), which `POST /imports` and `daybook import` restore with all fields, others one JSON object in each line (`application/x-ndjson`). Records in the trash are included. If an email cannot be read, the others follow, and then the connection is closed before the end of the response: the file is not complete. Also needs emails:read for emails; events:read for events, contacts:read for contacts.
         */
        get: operations["exportRecords"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tasks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List changes of many records, newest first
         * @description Any token is sufficient.
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
    "/api/v1/tasks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the progress of a change of many records
         * @description Any token is sufficient.
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
    "/api/v1/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the settings of the user
         * @description Any token is sufficient.
         */
        get: operations["getSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change settings of the user
         * @description Needs the scope settings:write. Emits settings.updated.
         */
        patch: operations["updateSettings"];
        trace?: never;
    };
    "/api/v1/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Poll the change feed
         * @description Shows what the token may read.
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
    "/api/v1/changes/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The live change feed (server-sent events)
         * @description Shows what the token may read. The messages are those of the WebSocket: first {"event": "connected", "seq"}, with `since` the missed changes, then every change as it is committed. The id of a message is its seq. A client that connects again sends the last id as Last-Event-ID, which EventSource does by itself.
         */
        get: operations["streamChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks
         * @description Needs the scope webhooks:read.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Send changes to a URL
         * @description Needs the scope webhooks:write. Also needs admin with the pattern *; otherwise the read scopes of what is sent. Emits webhook.created.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook, and how its deliveries go
         * @description Needs the scope webhooks:read.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Remove a webhook permanently
         * @description Needs the scope webhooks:write. Emits webhook.deleted.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Change, enable or disable a webhook
         * @description Needs the scope webhooks:write. Also needs admin with the pattern *; otherwise the read scopes of what is sent. Emits webhook.updated.
         */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/api/v1/webhooks/{id}/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the secret of a webhook
         * @description Needs the scope webhooks:write. Also needs admin with the pattern *; otherwise the read scopes of what is sent.
         */
        get: operations["getWebhookSecret"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the secret; for a day both sign the messages
         * @description Needs the scope webhooks:write. Also needs admin with the pattern *; otherwise the read scopes of what is sent. Emits webhook.updated.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test message, and show the answer
         * @description Needs the scope webhooks:write. Also needs admin with the pattern *; otherwise the read scopes of what is sent.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the last attempts of a webhook, newest first
         * @description Needs the scope webhooks:read.
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
    "/api/v1/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get who the request acts for, and what it may do
         * @description Any token is sufficient.
         */
        get: operations["getCurrentSession"];
        put?: never;
        /**
         * Start a session of a browser with a token
         * @description The token is in the body.
         */
        post: operations["createSession"];
        /**
         * End the session, and remove its cookie
         * @description Any token is sufficient.
         */
        delete: operations["deleteCurrentSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List sessions of the token, or with admin of all tokens of the user
         * @description Any token is sufficient.
         */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End one of these sessions
         * @description Any token is sufficient.
         */
        delete: operations["deleteSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tokens of the user, newest first
         * @description Needs the scope admin.
         */
        get: operations["listTokens"];
        put?: never;
        /**
         * Create a token, and show it once
         * @description Needs the scope admin. After the first token every request needs one, permanently. A page that sent it without a token starts a session with it (`POST /session`) before it continues; its open connections to the feed are closed with 4401.
         */
        post: operations["createToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tokens/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a token permanently, and end its sessions
         * @description Needs the scope admin.
         */
        delete: operations["revokeToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/about": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get versions, the state of backups, and with admin the place of the data
         * @description Any token is sufficient.
         */
        get: operations["getAbout"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/ws": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The live change feed (WebSocket)
         * @description After the upgrade the first message is {"event": "connected", "seq"}; with `since` the missed changes follow, then every change as it is committed. Send {"action": "subscribe" | "unsubscribe", "events": ["email.*"]} or {"action": "ping"}. Close codes: 4401 invalid token, 4408 the client reads too slowly, 4410 `since` is not in the log, 1001 the service stops. Also at /ws.
         */
        get: operations["openChangeFeed"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the service and its store respond; `store.writable` and `store.reason` say whether writes are possible */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The same for load balancers: 503 also while writes fail */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Metrics for Prometheus; needs the scope admin */
        get: operations["getMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** This document */
        get: operations["getOpenApi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The API reference */
        get: operations["getDocs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Event: {
            /** @description UUIDv7, in lower case; of an occurrence followed by its original start, such as _20260602T090000Z. */
            id: string;
            title: string;
            description: string | null;
            location: string | null;
            /**
             * Format: date-time
             * @description When it begins; a PATCH without an end keeps the length. Of an all-day event the written date counts, whatever its offset.
             */
            start_at: string;
            /**
             * Format: date-time
             * @description When it ends; null: no length. A new event without the field takes one hour, or one day if all_day. Of an all-day event a date or a midnight is the day after the last one; the day of another time is included.
             */
            end_at: string | null;
            /** @description Whether it is on dates, the same in every time zone. */
            all_day: boolean;
            /**
             * Format: date
             * @description The first day of an all-day event, the same in every time zone; null otherwise.
             */
            start_date: string | null;
            /**
             * Format: date
             * @description The day after the last day of an all-day event, as in iCalendar; null otherwise.
             */
            end_date: string | null;
            /** @description Time zone of the recurrence and of times without an offset; null is that of the service. Names of Windows are accepted too and are stored as the IANA name. */
            timezone: string | null;
            /** @description How the event repeats: an RFC 5545 rule in lower-case keys. */
            recurrence: {
                /** @enum {string} */
                freq?: "minutely" | "hourly" | "daily" | "weekly" | "monthly" | "yearly";
                interval?: number;
                /** @description How many times; not together with until. */
                count?: number;
                /** @description The last day or moment; not together with count. A time without an offset is in the time zone of the event, or else of the service. */
                until?: string;
                /** @description MO … SU; 1MO or -1FR in monthly and yearly rules. */
                byday?: string[];
                bymonthday?: number[];
                bymonth?: number[];
                byyearday?: number[];
                byweekno?: number[];
                byhour?: number[];
                byminute?: number[];
                bysetpos?: number[];
                /** @description The first day of the week, MO unless given. */
                wkst?: string;
                /** @description Days or moments that are taken out. */
                exdates?: string[];
                /** @description Days or moments that are added. Without freq, the series is its start and these. */
                rdates?: string[];
                /** @description Further rules, whose occurrences are added. */
                rules?: {
                    /** @enum {string} */
                    freq: "minutely" | "hourly" | "daily" | "weekly" | "monthly" | "yearly";
                    interval?: number;
                    /** @description How many times; not together with until. */
                    count?: number;
                    /** @description The last day or moment; not together with count. A time without an offset is in the time zone of the event, or else of the service. */
                    until?: string;
                    /** @description MO … SU; 1MO or -1FR in monthly and yearly rules. */
                    byday?: string[];
                    bymonthday?: number[];
                    bymonth?: number[];
                    byyearday?: number[];
                    byweekno?: number[];
                    byhour?: number[];
                    byminute?: number[];
                    bysetpos?: number[];
                    /** @description The first day of the week, MO unless given. */
                    wkst?: string;
                }[];
                /** @description Rules whose occurrences are taken out. */
                exrules?: {
                    /** @enum {string} */
                    freq: "minutely" | "hourly" | "daily" | "weekly" | "monthly" | "yearly";
                    interval?: number;
                    /** @description How many times; not together with until. */
                    count?: number;
                    /** @description The last day or moment; not together with count. A time without an offset is in the time zone of the event, or else of the service. */
                    until?: string;
                    /** @description MO … SU; 1MO or -1FR in monthly and yearly rules. */
                    byday?: string[];
                    bymonthday?: number[];
                    bymonth?: number[];
                    byyearday?: number[];
                    byweekno?: number[];
                    byhour?: number[];
                    byminute?: number[];
                    bysetpos?: number[];
                    /** @description The first day of the week, MO unless given. */
                    wkst?: string;
                }[];
            } | null;
            /** @description Changed occurrences of a series: the fields that differ, by recurrence id (the original start, such as 2026-06-02T09:00:00Z, or 2026-06-02 of an all-day event). */
            overrides?: {
                [key: string]: {
                    title?: string;
                    description?: string | null;
                    location?: string | null;
                    /** @description When it begins; a PATCH without an end keeps the length. Of an all-day event the written date counts, whatever its offset. RFC 3339; a time without an offset is in the time zone of the event, or else of the service, and a date alone is its midnight. */
                    start_at?: string;
                    /** @description When it ends; null: no length. A new event without the field takes one hour, or one day if all_day. Of an all-day event a date or a midnight is the day after the last one; the day of another time is included. RFC 3339; a time without an offset is in the time zone of the event, or else of the service, and a date alone is its midnight. */
                    end_at?: string | null;
                    /**
                     * Format: date
                     * @description The first day of an all-day event, the same in every time zone; null otherwise.
                     */
                    start_date?: string | null;
                    /**
                     * Format: date
                     * @description The day after the last day of an all-day event, as in iCalendar; null otherwise.
                     */
                    end_date?: string | null;
                    /**
                     * @description cancelled: takes no time and reminds of nothing.
                     * @enum {string}
                     */
                    status?: "confirmed" | "tentative" | "cancelled";
                    /**
                     * @description opaque: takes time; transparent: does not, as a birthday.
                     * @enum {string}
                     */
                    transparency?: "opaque" | "transparent";
                    /** @description When to remind. Without the field a new event has the default reminders of its calendar; [] is none. */
                    reminders?: {
                        /** @description For the client that shows it; email also sends a mail to the default account. */
                        type?: string;
                        /** @description Minutes before the start; of an all-day event before midnight of its first day. */
                        minutes_before: number;
                    }[];
                    attendees?: {
                        email: string;
                        name?: string | null;
                        /** @enum {string} */
                        status?: "accepted" | "declined" | "tentative" | "pending";
                    }[];
                    /** @description Any data of the client’s own. */
                    custom_fields?: {
                        [key: string]: unknown;
                    } | null;
                };
            } | null;
            /**
             * @description cancelled: takes no time and reminds of nothing.
             * @enum {string}
             */
            status: "confirmed" | "tentative" | "cancelled";
            /**
             * @description opaque: takes time; transparent: does not, as a birthday.
             * @enum {string}
             */
            transparency: "opaque" | "transparent";
            /** @description The calendar; it exists as soon as an event names it. */
            calendar_name: string;
            /** @description When to remind. Without the field a new event has the default reminders of its calendar; [] is none. */
            reminders: {
                /** @description For the client that shows it; email also sends a mail to the default account. */
                type: string;
                /** @description Minutes before the start; of an all-day event before midnight of its first day. */
                minutes_before: number;
            }[];
            attendees: {
                email: string;
                name: string | null;
                /** @enum {string} */
                status: "accepted" | "declined" | "tentative" | "pending";
            }[];
            /** @description Any data of the client’s own. */
            custom_fields: {
                [key: string]: unknown;
            } | null;
            /** @description Where the record comes from; "local" by default. */
            source: string;
            /** @description The record’s id at its source; one record per source and source_id. */
            source_id: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /**
             * Format: date-time
             * @description When it was moved to the trash.
             */
            deleted_at: string | null;
            /** @description Of an occurrence: the id of its series. */
            series_id?: string;
            /** @description Of an occurrence: its original start, a date if it is all-day. */
            recurrence_id?: string;
            /** @description Of a birthday or an anniversary: the id of the contact. */
            contact_id?: string;
            /** @description Of a birthday or an anniversary: how many years; null if unknown. */
            age?: number | null;
            /** @description true for a birthday or an anniversary, which are changed in the contact. */
            is_read_only?: boolean;
        };
        Email: {
            /**
             * Format: uuid
             * @description UUIDv7, in lower case.
             */
            id: string;
            /** @description Message-ID (RFC 5322). */
            message_id: string | null;
            /** @description Found from references and in_reply_to when not given. */
            thread_id: string | null;
            subject: string | null;
            /** @description The beginning of the visible text, without quotes and signature, set by the service. null: not computed yet, only for mail of an earlier version. */
            preview: string | null;
            /** @description The address; in the form Ann <ann@example.org>, the name goes to from_name unless that is given too. */
            from_address: string | null;
            from_name: string | null;
            to_addresses: {
                address: string;
                name: string | null;
            }[];
            cc_addresses: {
                address: string;
                name: string | null;
            }[];
            /** @description Only for outgoing mail and drafts. */
            bcc_addresses: {
                address: string;
                name: string | null;
            }[];
            /** @description Where replies go instead of to from_address; only if the mail says so. */
            reply_to?: {
                address: string;
                name: string | null;
            }[];
            /** @description Follows attachments when not given. */
            has_attachments: boolean;
            attachments: {
                filename: string;
                mime: string | null;
                size: number | null;
                path: string | null;
                /** @description The file that holds it; see /files. */
                file_id?: string;
                /** @description true: a picture within the text, which does not count as an attachment. */
                inline?: boolean;
                /** @description What cid: in body_html names it by. */
                content_id?: string;
            }[];
            /** @description Follows the status when not given. */
            folder: string;
            is_read: boolean;
            is_starred: boolean;
            /**
             * Format: date-time
             * @description Required when status is received.
             */
            received_at: string | null;
            /**
             * Format: uuid
             * @description The email account it belongs to.
             */
            account_id: string | null;
            /** @enum {string} */
            status: "received" | "draft" | "queued" | "scheduled" | "sending" | "sent" | "failed";
            /** @description Message-ID of the email replied to. */
            in_reply_to: string | null;
            /** @description The Message-IDs of the thread, oldest first. */
            references: string[];
            labels: string[];
            /** Format: date-time */
            snoozed_until: string | null;
            /** @description The folder it returns to. */
            snoozed_from: string | null;
            /**
             * Format: date-time
             * @description When it is to be sent.
             */
            scheduled_at: string | null;
            /** Format: date-time */
            sent_at: string | null;
            read_receipt_requested: boolean;
            send_attempts: number;
            send_error: {
                code: string;
                message: string;
            } | null;
            /** @description Who has the mail, who is tried again, who was refused, of whom it is unknown, and whose server has sent a report since; empty until it is tried. */
            deliveries: {
                address: string;
                /** @enum {string} */
                status: "sent" | "waiting" | "refused" | "unknown";
                code: string | null;
                message: string | null;
                /** @description Only where a bounce, a delay notice or a receipt has come; email_id is that email. */
                report?: {
                    /** @enum {string} */
                    kind: "bounce" | "delay" | "receipt";
                    /** @description failed, delayed, delivered, relayed, expanded; of a read receipt displayed, deleted, dispatched, processed, denied. */
                    action: string;
                    /** @description The enhanced status code (RFC 3463), such as 5.1.1. */
                    status: string | null;
                    /** @description What the server said. */
                    diagnostic: string | null;
                    /** Format: date-time */
                    reported_at: string;
                    /** Format: uuid */
                    email_id: string;
                };
            }[];
            /** @description Only where a message could not be read whole: its source has the rest. */
            parse_problem?: {
                code: string;
                message: string;
            };
            /** @description Where the mail is a bounce, a delay notice or a receipt: about which mail, and what became of it. */
            report: {
                /** @enum {string} */
                kind: "bounce" | "delay" | "receipt";
                recipients: {
                    address: string | null;
                    /** @description failed, delayed, delivered, relayed, expanded; of a read receipt displayed, deleted, dispatched, processed, denied. */
                    action: string;
                    /** @description The enhanced status code (RFC 3463), such as 5.1.1. */
                    status: string | null;
                    /** @description What the server said. */
                    diagnostic: string | null;
                }[];
                original_message_id: string | null;
            } | null;
            /** @description What the server of the account found out about the sender (RFC 8601); null where no trusted server says it. */
            authentication: {
                spf: string | null;
                dkim: string | null;
                dmarc: string | null;
                /** @description Whether spf or dkim passed for the domain of from_address; mail of an earlier version lacks it. */
                aligned?: boolean;
            } | null;
            /** @description The mailing list that the mail came through. */
            list: {
                /** @description The List-Id. */
                id: string | null;
                /** @description The ways to leave the list. */
                unsubscribe: {
                    /** @description true: the action unsubscribe does it by a request to url; false: url is a page to open. */
                    one_click: boolean;
                    url: string | null;
                    mailto: string | null;
                } | null;
                /**
                 * Format: date-time
                 * @description When the list was left by the action unsubscribe.
                 */
                unsubscribed_at: string | null;
            } | null;
            /** @description Any data of the client’s own. */
            custom_fields: {
                [key: string]: unknown;
            } | null;
            /** @description Where the record comes from; "local" by default. */
            source: string;
            /** @description The record’s id at its source; one record per source and source_id. */
            source_id: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /**
             * Format: date-time
             * @description When it was moved to the trash.
             */
            deleted_at: string | null;
            /** @description The text version. */
            body_plain: string | null;
            /** @description The HTML version. */
            body_html: string | null;
        };
        Contact: {
            /**
             * Format: uuid
             * @description UUIDv7, in lower case.
             */
            id: string;
            /** @description Made from first_name and last_name when not given. */
            display_name: string;
            first_name: string | null;
            last_name: string | null;
            emails: {
                address: string;
                /** @enum {string} */
                label: "work" | "personal" | "other";
                primary: boolean;
            }[];
            phones: {
                number: string;
                /** @enum {string} */
                label: "mobile" | "work" | "home" | "other";
                primary: boolean;
            }[];
            company: string | null;
            job_title: string | null;
            addresses: {
                street: string | null;
                city: string | null;
                state: string | null;
                postal_code: string | null;
                country: string | null;
                label: string | null;
            }[];
            /** @description Date of birth: 1980-05-10, or --05-10 without the year. */
            birthday: string | null;
            /** @description Day of the wedding or of another anniversary: 1980-05-10, or --05-10 without the year. */
            anniversary: string | null;
            notes: string | null;
            /** @description The client’s own path; stored, never opened. */
            avatar_path: string | null;
            tags: string[];
            /** @description Any data of the client’s own. */
            custom_fields: {
                [key: string]: unknown;
            } | null;
            /** @description Where the record comes from; "local" by default. */
            source: string;
            /** @description The record’s id at its source; one record per source and source_id. */
            source_id: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /**
             * Format: date-time
             * @description When it was moved to the trash.
             */
            deleted_at: string | null;
        };
        EmailAccount: {
            /**
             * Format: uuid
             * @description UUIDv7, in lower case.
             */
            id: string;
            name: string;
            address: string;
            from_name: string | null;
            /** @description The account that mail is sent from unless another is named. */
            is_default: boolean;
            /** @description The server that mail is sent through. */
            smtp: {
                host: string;
                port: number;
                /** @enum {string} */
                security: "tls" | "starttls" | "none";
                user: string | null;
                has_password: boolean;
                tls_ca: string | null;
                /**
                 * @description How it answered when it was last asked.
                 * @enum {string}
                 */
                status: "connected" | "disconnected" | "error";
                /** @description What is wrong, in plain words. */
                status_detail: string | null;
                /** Format: date-time */
                last_checked_at: string | null;
            };
            /** @description The server that mail is fetched from. */
            imap: {
                host: string;
                port: number;
                /** @enum {string} */
                security: "tls" | "starttls" | "none";
                user: string | null;
                has_password: boolean;
                tls_ca: string | null;
                /**
                 * @description How it answered when it was last asked.
                 * @enum {string}
                 */
                status: "connected" | "disconnected" | "error";
                /** @description What is wrong, in plain words. */
                status_detail: string | null;
                /** Format: date-time */
                last_checked_at: string | null;
            } | null;
            /** @description Which folders are synced, and since when. */
            sync: {
                enabled: boolean;
                folders: string[] | null;
                /** Format: date */
                since: string | null;
            };
            /** @description The name under which the mail server of the account writes Authentication-Results (RFC 8601), such as mx.example.org. Give it only for a server that removes such fields of others from incoming mail. */
            authserv_id: string | null;
            /**
             * @description Whether mail can be sent: the status of the SMTP server.
             * @enum {string}
             */
            status: "connected" | "disconnected" | "error";
            /** @description That of the SMTP server. */
            status_detail: string | null;
            /**
             * Format: date-time
             * @description That of the SMTP server.
             */
            last_checked_at: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        Identity: {
            /**
             * Format: uuid
             * @description UUIDv7, in lower case.
             */
            id: string;
            /**
             * Format: uuid
             * @description The email account; it cannot be changed.
             */
            account_id: string;
            /** @description The sender name; null is that of the account. */
            name: string | null;
            /** @description The sender address; that of the account when not given, which it then follows. */
            address: string;
            /** @description Where replies are to go, if not to the address. */
            reply_to: string | null;
            signature_plain: string | null;
            signature_html: string | null;
            /** @description Mail of the account is sent with it unless another is named. */
            is_default: boolean;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        TrustedSender: {
            /**
             * Format: uuid
             * @description UUIDv7, in lower case.
             */
            id: string;
            /** @description A mail address, or @ and a domain for all its addresses; subdomains are not included. Stored in lower case, with the domain in ASCII. */
            sender: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        StoredFile: {
            /**
             * Format: uuid
             * @description UUIDv7, in lower case.
             */
            id: string;
            filename: string;
            mime: string;
            /** @description Bytes. */
            size: number;
            /** @description SHA-256 of the content, in hexadecimal. */
            sha256: string;
            /** @description The email it came with; null for an upload. */
            email_id: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        Webhook: {
            /**
             * Format: uuid
             * @description UUIDv7, in lower case.
             */
            id: string;
            /** @description Where changes are sent to, by POST: https, or http to an address of --allow-hosts; a name is resolved and checked when a message is sent. Without user and password. */
            url: string;
            /** @description Which changes are sent: event names such as email.created, patterns such as email.*, or * for all. */
            events: string[];
            description: string | null;
            /** @description Whether changes are sent. One that is enabled again continues where it was. */
            enabled: boolean;
            /** @description false: emails are sent without body_plain and body_html. */
            body: boolean;
            /**
             * @description Why the service has disabled it: no message was accepted for five days, the receiver answered 410 Gone, or a backup was restored.
             * @enum {string|null}
             */
            disabled_reason: "failing" | "gone" | "restored" | null;
            /**
             * Format: date-time
             * @description When the service has disabled it.
             */
            disabled_at: string | null;
            /**
             * Format: date-time
             * @description Until when messages are also signed with the secret before the last rotation.
             */
            previous_secret_until: string | null;
            /** @description How far the changes have been delivered; not part of the changes of a webhook itself. */
            delivery?: {
                /** @description The last change that was delivered, or that was not to be sent. */
                last_seq: number;
                /** @description Changes that are still to be sent, counted among the next 1000 of the log. */
                pending: number;
                /**
                 * Format: date-time
                 * @description When a message was last accepted.
                 */
                last_success_at: string | null;
                /**
                 * Format: date-time
                 * @description When a message was last not accepted.
                 */
                last_failure_at: string | null;
                /** @description Why, in plain words. */
                last_error: string | null;
                /**
                 * Format: date-time
                 * @description Since when no message has been accepted; null if the last one was.
                 */
                failing_since: string | null;
                /**
                 * Format: date-time
                 * @description When the next attempt follows, while attempts fail.
                 */
                next_attempt_at: string | null;
            };
            /** @description Only in the response that creates or rotates it. */
            secret?: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        Calendar: {
            /** @description As in calendar_name of events. */
            name: string;
            /** @description Red, green and blue in hexadecimal: #3366cc. */
            color: string | null;
            /** @description The list is in the order of this number, those without one last, then by name. */
            order: number | null;
            /** @description Reminders of events that are created without `reminders`. */
            default_reminders: {
                /** @description For the client that shows it; email also sends a mail to the default account. */
                type: string;
                /** @description Minutes before the start; of an all-day event before midnight of its first day. */
                minutes_before: number;
            }[];
            /** @description Whether clients show its events. Lists have them in any case. */
            is_visible: boolean;
            /** @description Whether its events take time in /free-busy and /free-slots. */
            counts_as_busy: boolean;
            /** @description Whether its events are computed, as those of birthdays are. */
            is_read_only: boolean;
            /** @description Events in it, without those in the trash. */
            total: number;
            /** @description Records, those in the trash included, that still have the former name while one of many records is renamed. */
            pending: number;
            /**
             * Format: uuid
             * @description The task that changes them; see /tasks.
             */
            task_id: string | null;
        };
        Conversation: {
            /** @description The thread_id of its emails. */
            id: string;
            /** @description Of its oldest email that is not a draft. */
            subject: string | null;
            /** @description At most 10: senders in the order of their first email, then recipients; each address once, with its newest name. Those of drafts are left out. */
            participants: {
                address: string;
                name: string | null;
                /** @description Whether one of the emails is from this address. */
                is_sender: boolean;
            }[];
            /** @description Of its latest email, see latest_at. */
            preview: string | null;
            /** @description Its emails that are not in the trash. */
            count: number;
            /** @description Of these, how many are unread. */
            unread: number;
            /** @description Whether one of them is starred. */
            is_starred: boolean;
            /** @description Whether one of them has an attachment. */
            has_attachments: boolean;
            /** @description Whether one of them is a draft. */
            has_drafts: boolean;
            /** @description The folders of these emails. */
            folders: string[];
            /** @description Their labels. */
            labels: string[];
            /**
             * Format: date-time
             * @description When the latest of them came or was sent; of one that was not sent yet, when it was created. Drafts are left out, unless there is nothing else.
             */
            latest_at: string;
            /**
             * Format: uuid
             * @description The latest of them, see latest_at.
             */
            latest_id: string;
        };
        Folder: {
            /** @description As in folder of emails. */
            name: string;
            /**
             * @description What the folder is for, by its name or its special use at the mail server.
             * @enum {string|null}
             */
            role: "inbox" | "drafts" | "sent" | "outbox" | "snoozed" | "archive" | "junk" | "trash" | null;
            /**
             * Format: uuid
             * @description The account whose emails are counted; null for all together.
             */
            account_id: string | null;
            /** @description Red, green and blue in hexadecimal: #3366cc. */
            color: string | null;
            /** @description The list is in the order of this number, those without one last, then by name. */
            order: number | null;
            /** @description Whether it cannot be renamed or deleted: it has a role, or it is at a mail server. */
            is_read_only: boolean;
            /** @description Emails in it, without those in the trash. */
            total: number;
            /** @description Those of them that are unread. */
            unread: number;
            /** @description Records, those in the trash included, that still have the former name while one of many records is renamed. */
            pending: number;
            /**
             * Format: uuid
             * @description The task that changes them; see /tasks.
             */
            task_id: string | null;
        };
        Label: {
            /** @description As in labels of emails. */
            name: string;
            /** @description Red, green and blue in hexadecimal: #3366cc. */
            color: string | null;
            /** @description The list is in the order of this number, those without one last, then by name. */
            order: number | null;
            /** @description Emails that have it, without those in the trash. */
            total: number;
            /** @description Those of them that are unread. */
            unread: number;
            /** @description Records, those in the trash included, that still have the former name while one of many records is renamed. */
            pending: number;
            /**
             * Format: uuid
             * @description The task that changes them; see /tasks.
             */
            task_id: string | null;
        };
        Tag: {
            /** @description As in tags of contacts. */
            name: string;
            /** @description Red, green and blue in hexadecimal: #3366cc. */
            color: string | null;
            /** @description The list is in the order of this number, those without one last, then by name. */
            order: number | null;
            /** @description Contacts that have it, without those in the trash. */
            total: number;
            /** @description Records, those in the trash included, that still have the former name while one of many records is renamed. */
            pending: number;
            /**
             * Format: uuid
             * @description The task that changes them; see /tasks.
             */
            task_id: string | null;
        };
        Task: {
            id: string;
            /** @description What it does. */
            kind: string;
            /** @description What it changes: email, event or contact. */
            resource: string;
            /**
             * @description done: every record is changed. cancelled: what was done stays.
             * @enum {string}
             */
            state: "running" | "done" | "cancelled";
            /** @description What was asked for. */
            params: {
                [key: string]: unknown;
            };
            /** @description Records that were changed. */
            processed: number;
            /** @description Records to change, as counted when it began. */
            total: number;
            /** @description Records that could not be changed, each for its own reason. */
            failed: number;
            /** @description The reasons, of the first 100 of them. */
            errors: {
                id: string;
                code: string;
                message: string;
            }[];
            /** @description Of an import: how much of the file was read, and how many mails are new and how many were there before; otherwise null. */
            progress: {
                bytes: number;
                total_bytes: number;
                imported: number;
                known: number;
            } | null;
            /** @description Why the last attempt failed; it is repeated. */
            error: string | null;
            /** @description When it began. */
            created_at: string;
            /** @description When it last made progress. */
            updated_at: string;
            /** @description When it was finished. */
            finished_at: string | null;
        };
        Settings: {
            /** @description The time zone in which clients show times; null is that of the service. Names of Windows are stored as the IANA name. */
            timezone: string | null;
            /**
             * @description The first day of a week that is shown.
             * @enum {string}
             */
            week_start: "MO" | "TU" | "WE" | "TH" | "FR" | "SA" | "SU";
            /** @description As in working_hours of /free-slots; null if none were set. */
            working_hours: string | null;
            /** @description Mail is sent this many seconds after the request, and can be cancelled until then; 0 sends at once. */
            hold_seconds: number;
            /**
             * @description Where the signature of a reply or forward is: above or below the quoted mail.
             * @enum {string}
             */
            signature_position: "above" | "below";
            /** @description Any data of the client’s own. */
            custom_fields: {
                [key: string]: unknown;
            } | null;
            /**
             * Format: date-time
             * @description When they were last changed; null if they never were.
             */
            updated_at: string | null;
        };
        WebhookDelivery: {
            /** @description When it was made. */
            at: string;
            /** @description The type of the message. */
            event: string;
            /** @description Of the change; null for a test. */
            seq: number | null;
            /** @description The header webhook-id, which is the same for all attempts of a message. */
            message_id: string;
            /** @description 1 for the first attempt of the message. */
            attempt: number;
            /** @description Of the answer; null if there was none. */
            status: number | null;
            /** @description How long it took, in milliseconds. */
            duration_ms: number;
            /** @description Why it failed; null if it was accepted. */
            error: string | null;
        };
        Session: {
            /** @description Not the secret of the cookie. */
            id: string;
            /** @description The token that it was started with. */
            token_id: string;
            token_name: string;
            created_at: string;
            expires_at: string;
            /** @description Whether the request is of this session. */
            is_current: boolean;
        };
        Token: {
            /** @description The part of the token that is not secret. */
            id: string;
            /** @description What it is for. */
            name: string;
            scopes: string[];
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description When it ends, which must be in the future; null: never. The first token of a service has no end.
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description When it was revoked.
             */
            revoked_at: string | null;
            /** @description Whether the request, or its session, has this token. */
            is_current: boolean;
        };
        Reminder: {
            /** @description The id of the event or occurrence, and _r with 12 hexadecimal digits. The same reminder keeps it, but when a series is moved or divided it changes with that of the occurrence. */
            id: string;
            /** @description The event, or the series of the occurrence. */
            event_id: string;
            /** @description The occurrence of a series; null for a single event. */
            occurrence_id: string | null;
            /** @description The original start of the occurrence, a date if it is all-day. */
            recurrence_id: string | null;
            /** @description Of the event or occurrence, as are the fields that follow. */
            title: string;
            location: string | null;
            calendar_name: string;
            /**
             * Format: date-time
             * @description When the event or occurrence begins.
             */
            start_at: string;
            /** Format: date-time */
            end_at: string | null;
            all_day: boolean;
            /** Format: date */
            start_date: string | null;
            /** Format: date */
            end_date: string | null;
            /** @description As in the event; email also sends a mail. */
            type: string;
            /** @description Minutes before the start. */
            minutes_before: number;
            /**
             * Format: date-time
             * @description minutes_before the start; of an all-day event before midnight in its time zone. A snoozed reminder keeps it when its event is moved.
             */
            due_at: string;
            /**
             * @description missed: the event was over before the reminder could be fired, or more than 10 mails of the event were late and this one was not among the last of them.
             * @enum {string}
             */
            status: "pending" | "fired" | "missed" | "snoozed" | "dismissed";
            /** @description Whether it was fired more than a minute late, such as after downtime; null until it is fired. */
            late: boolean | null;
            /**
             * Format: date-time
             * @description When it was fired, the last time.
             */
            fired_at: string | null;
            /**
             * Format: date-time
             * @description When it was dismissed.
             */
            dismissed_at: string | null;
            /**
             * Format: date-time
             * @description When it will fire again.
             */
            snoozed_until: string | null;
            /**
             * @description Of the type email, when fired: what became of the mail.
             * @enum {string|null}
             */
            email: "queued" | "no_account" | "failed" | null;
            /** @description The mail, if one was queued. */
            email_id: string | null;
        };
        /** @description A record that was deleted permanently. Its earlier changes keep their place in the log, with this instead of the record. */
        Erased: {
            id: string;
            /** @constant */
            permanent: true;
        };
        /** @description A change whose record is too large for a message to a webhook; path is where it can be read. */
        OmittedChange: {
            event: string;
            data: null;
            /** Format: date-time */
            timestamp: string;
            seq: number;
            omitted: {
                id: string | null;
                path: string | null;
                reason: string;
            };
        };
        /** @description One change. data is the complete record, or what else the event is about, such as a Reminder or a Task; for a deletion only {id, deleted_at}, or {id, permanent: true}. */
        Change: components["schemas"]["EventChange"] | components["schemas"]["EventDeletedChange"] | components["schemas"]["EmailChange"] | components["schemas"]["EmailDeletedChange"] | components["schemas"]["ContactChange"] | components["schemas"]["ContactDeletedChange"] | components["schemas"]["EmailAccountChange"] | components["schemas"]["EmailAccountDeletedChange"] | components["schemas"]["IdentityChange"] | components["schemas"]["IdentityDeletedChange"] | components["schemas"]["TrustedSenderChange"] | components["schemas"]["TrustedSenderDeletedChange"] | components["schemas"]["StoredFileChange"] | components["schemas"]["StoredFileDeletedChange"] | components["schemas"]["WebhookChange"] | components["schemas"]["WebhookDeletedChange"] | components["schemas"]["ReminderChange"] | components["schemas"]["TaskChange"] | components["schemas"]["CalendarChange"] | components["schemas"]["CalendarDeletedChange"] | components["schemas"]["FolderChange"] | components["schemas"]["FolderDeletedChange"] | components["schemas"]["LabelChange"] | components["schemas"]["LabelDeletedChange"] | components["schemas"]["TagChange"] | components["schemas"]["TagDeletedChange"] | components["schemas"]["SettingsChange"] | components["schemas"]["SyncStartedChange"] | components["schemas"]["SyncProgressChange"] | components["schemas"]["SyncCompletedChange"] | components["schemas"]["SyncErrorChange"];
        EventChange: {
            /** @enum {string} */
            event: "event.created" | "event.updated" | "event.restored";
            data: components["schemas"]["Event"] | components["schemas"]["Erased"];
            /** Format: date-time */
            timestamp: string;
            seq: number;
        };
        EventDeletedChange: {
            /** @enum {string} */
            event: "event.deleted";
            data: {
                id: string;
                /** Format: date-time */
                deleted_at: string;
            } | components["schemas"]["Erased"];
            /** Format: date-time */
            timestamp: string;
            seq: number;
        };
        EmailChange: {
            /** @enum {string} */
            event: "email.created" | "email.updated" | "email.restored" | "email.queued" | "email.scheduled" | "email.sent" | "email.send_failed" | "email.snoozed" | "email.unsnoozed";
            data: components["schemas"]["Email"] | components["schemas"]["Erased"];
            /** Format: date-time */
            timestamp: string;
            seq: number;
        };
        EmailDeletedChange: {
            /** @enum {string} */
            event: "email.deleted";
            data: {
                id: string;
                /** Format: date-time */
                deleted_at: string;
            } | components["schemas"]["Erased"];
            /** Format: date-time */
            timestamp: string;
            seq: number;
        };
        ContactChange: {
            /** @enum {string} */
            event: "contact.created" | "contact.updated" | "contact.restored";
            data: components["schemas"]["Contact"] | components["schemas"]["Erased"];
            /** Format: date-time */
            timestamp: string;
            seq: number;
        };
        ContactDeletedChange: {
            /** @enum {string} */
            event: "contact.deleted";
            data: {
                id: string;
                /** Format: date-time */
                deleted_at: string;
            } | components["schemas"]["Erased"];
            /** Format: date-time */
            timestamp: string;
            seq: number;
        };
        EmailAccountChange: {
            /** @enum {string} */
            event: "email_account.created" | "email_account.updated" | "email_account.status_changed";
            data: components["schemas"]["EmailAccount"] | components["schemas"]["Erased"];
            /** Format: date-time */
            timestamp: string;
            seq: number;
        };
        EmailAccountDeletedChange: {
            /** @enum {string} */
            event: "email_account.deleted";
            data: components["schemas"]["Erased"];
            /** Format: date-time */
            timestamp: string;
            seq: number;
        };
        IdentityChange: {
            /** @enum {string} */
            event: "identity.created" | "identity.updated";
            data: components["schemas"]["Identity"] | components["schemas"]["Erased"];
            /** Format: date-time */
            timestamp: string;
            seq: number;
        };
        IdentityDeletedChange: {
            /** @enum {string} */
            event: "identity.deleted";
            data: components["schemas"]["Erased"];
            /** Format: date-time */
            timestamp: string;
            seq: number;
        };
        TrustedSenderChange: {
            /** @enum {string} */
            event: "trusted_sender.created" | "trusted_sender.updated";
            data: components["schemas"]["TrustedSender"] | components["schemas"]["Erased"];
            /** Format: date-time */
            timestamp: string;
            seq: number;
        };
        TrustedSenderDeletedChange: {
            /** @enum {string} */
            event: "trusted_sender.deleted";
            data: components["schemas"]["Erased"];
            /** Format: date-time */
            timestamp: string;
            seq: number;
        };
        StoredFileChange: {
            /** @enum {string} */
            event: "file.created" | "file.updated";
            data: components["schemas"]["StoredFile"] | components["schemas"]["Erased"];
            /** Format: date-time */
            timestamp: string;
            seq: number;
        };
        StoredFileDeletedChange: {
            /** @enum {string} */
            event: "file.deleted";
            data: components["schemas"]["Erased"];
            /** Format: date-time */
            timestamp: string;
            seq: number;
        };
        WebhookChange: {
            /** @enum {string} */
            event: "webhook.created" | "webhook.updated" | "webhook.disabled";
            data: components["schemas"]["Webhook"] | components["schemas"]["Erased"];
            /** Format: date-time */
            timestamp: string;
            seq: number;
        };
        WebhookDeletedChange: {
            /** @enum {string} */
            event: "webhook.deleted";
            data: components["schemas"]["Erased"];
            /** Format: date-time */
            timestamp: string;
            seq: number;
        };
        ReminderChange: {
            /** @enum {string} */
            event: "event.reminder" | "event.reminder_snoozed" | "event.reminder_dismissed";
            data: components["schemas"]["Reminder"] | components["schemas"]["Erased"];
            /** Format: date-time */
            timestamp: string;
            seq: number;
        };
        TaskChange: {
            /** @enum {string} */
            event: "event.task_updated" | "email.task_updated" | "contact.task_updated";
            data: components["schemas"]["Task"];
            /** Format: date-time */
            timestamp: string;
            seq: number;
        };
        CalendarChange: {
            /** @enum {string} */
            event: "calendar.created" | "calendar.updated";
            data: {
                /** @description As in calendar_name of events. */
                name: string;
                /** @description Red, green and blue in hexadecimal: #3366cc. */
                color: string | null;
                /** @description The list is in the order of this number, those without one last, then by name. */
                order: number | null;
                /** @description Reminders of events that are created without `reminders`. */
                default_reminders: {
                    /** @description For the client that shows it; email also sends a mail to the default account. */
                    type: string;
                    /** @description Minutes before the start; of an all-day event before midnight of its first day. */
                    minutes_before: number;
                }[];
                /** @description Whether clients show its events. Lists have them in any case. */
                is_visible: boolean;
                /** @description Whether its events take time in /free-busy and /free-slots. */
                counts_as_busy: boolean;
                /** @description Whether its events are computed, as those of birthdays are. */
                is_read_only?: boolean;
                /** @description Events in it, without those in the trash. */
                total?: number;
                /** @description Records, those in the trash included, that still have the former name while one of many records is renamed. */
                pending?: number;
                /**
                 * Format: uuid
                 * @description The task that changes them; see /tasks.
                 */
                task_id?: string | null;
                /** @description The former name, after a rename. */
                renamed_from?: string;
            };
            /** Format: date-time */
            timestamp: string;
            seq: number;
        };
        CalendarDeletedChange: {
            /** @enum {string} */
            event: "calendar.deleted";
            data: {
                name: string;
                /** @constant */
                permanent: true;
            };
            /** Format: date-time */
            timestamp: string;
            seq: number;
        };
        FolderChange: {
            /** @enum {string} */
            event: "folder.created" | "folder.updated";
            data: components["schemas"]["Folder"] & {
                /** @description The former name, after a rename. */
                renamed_from?: string;
            };
            /** Format: date-time */
            timestamp: string;
            seq: number;
        };
        FolderDeletedChange: {
            /** @enum {string} */
            event: "folder.deleted";
            data: {
                name: string;
                /** @constant */
                permanent: true;
            };
            /** Format: date-time */
            timestamp: string;
            seq: number;
        };
        LabelChange: {
            /** @enum {string} */
            event: "label.created" | "label.updated";
            data: components["schemas"]["Label"] & {
                /** @description The former name, after a rename. */
                renamed_from?: string;
            };
            /** Format: date-time */
            timestamp: string;
            seq: number;
        };
        LabelDeletedChange: {
            /** @enum {string} */
            event: "label.deleted";
            data: {
                name: string;
                /** @constant */
                permanent: true;
            };
            /** Format: date-time */
            timestamp: string;
            seq: number;
        };
        TagChange: {
            /** @enum {string} */
            event: "tag.created" | "tag.updated";
            data: components["schemas"]["Tag"] & {
                /** @description The former name, after a rename. */
                renamed_from?: string;
            };
            /** Format: date-time */
            timestamp: string;
            seq: number;
        };
        TagDeletedChange: {
            /** @enum {string} */
            event: "tag.deleted";
            data: {
                name: string;
                /** @constant */
                permanent: true;
            };
            /** Format: date-time */
            timestamp: string;
            seq: number;
        };
        SettingsChange: {
            /** @enum {string} */
            event: "settings.updated";
            data: components["schemas"]["Settings"];
            /** Format: date-time */
            timestamp: string;
            seq: number;
        };
        SyncStartedChange: {
            /** @enum {string} */
            event: "sync.started";
            data: {
                account_id: string;
            };
            /** Format: date-time */
            timestamp: string;
            seq: number;
        };
        SyncProgressChange: {
            /** @enum {string} */
            event: "sync.progress";
            data: {
                account_id: string;
                path: string;
                folder: string;
                done: number;
                total: number;
            };
            /** Format: date-time */
            timestamp: string;
            seq: number;
        };
        SyncCompletedChange: {
            /** @enum {string} */
            event: "sync.completed";
            data: {
                account_id: string;
                done: number;
                folders: number;
            };
            /** Format: date-time */
            timestamp: string;
            seq: number;
        };
        SyncErrorChange: {
            /** @enum {string} */
            event: "sync.error";
            data: {
                account_id: string;
                message: string;
                /** Format: date-time */
                next_try: string;
            };
            /** Format: date-time */
            timestamp: string;
            seq: number;
        };
        /** @description What a webhook is sent, as in Standard Webhooks. data is the message of the change feed, except in webhook.test and changes.expired. */
        WebhookPayload: components["schemas"]["EventChangePayload"] | components["schemas"]["EventDeletedChangePayload"] | components["schemas"]["EmailChangePayload"] | components["schemas"]["EmailDeletedChangePayload"] | components["schemas"]["ContactChangePayload"] | components["schemas"]["ContactDeletedChangePayload"] | components["schemas"]["EmailAccountChangePayload"] | components["schemas"]["EmailAccountDeletedChangePayload"] | components["schemas"]["IdentityChangePayload"] | components["schemas"]["IdentityDeletedChangePayload"] | components["schemas"]["TrustedSenderChangePayload"] | components["schemas"]["TrustedSenderDeletedChangePayload"] | components["schemas"]["StoredFileChangePayload"] | components["schemas"]["StoredFileDeletedChangePayload"] | components["schemas"]["WebhookChangePayload"] | components["schemas"]["WebhookDeletedChangePayload"] | components["schemas"]["ReminderChangePayload"] | components["schemas"]["TaskChangePayload"] | components["schemas"]["CalendarChangePayload"] | components["schemas"]["CalendarDeletedChangePayload"] | components["schemas"]["FolderChangePayload"] | components["schemas"]["FolderDeletedChangePayload"] | components["schemas"]["LabelChangePayload"] | components["schemas"]["LabelDeletedChangePayload"] | components["schemas"]["TagChangePayload"] | components["schemas"]["TagDeletedChangePayload"] | components["schemas"]["SettingsChangePayload"] | components["schemas"]["SyncStartedChangePayload"] | components["schemas"]["SyncProgressChangePayload"] | components["schemas"]["SyncCompletedChangePayload"] | components["schemas"]["SyncErrorChangePayload"] | components["schemas"]["WebhookTestPayload"] | components["schemas"]["ChangesExpiredPayload"];
        EventChangePayload: {
            /** @enum {string} */
            type: "event.created" | "event.updated" | "event.restored";
            /** Format: date-time */
            timestamp: string;
            data: components["schemas"]["EventChange"] | components["schemas"]["OmittedChange"];
        };
        EventDeletedChangePayload: {
            /** @enum {string} */
            type: "event.deleted";
            /** Format: date-time */
            timestamp: string;
            data: components["schemas"]["EventDeletedChange"] | components["schemas"]["OmittedChange"];
        };
        EmailChangePayload: {
            /** @enum {string} */
            type: "email.created" | "email.updated" | "email.restored" | "email.queued" | "email.scheduled" | "email.sent" | "email.send_failed" | "email.snoozed" | "email.unsnoozed";
            /** Format: date-time */
            timestamp: string;
            data: components["schemas"]["EmailChange"] | components["schemas"]["OmittedChange"];
        };
        EmailDeletedChangePayload: {
            /** @enum {string} */
            type: "email.deleted";
            /** Format: date-time */
            timestamp: string;
            data: components["schemas"]["EmailDeletedChange"] | components["schemas"]["OmittedChange"];
        };
        ContactChangePayload: {
            /** @enum {string} */
            type: "contact.created" | "contact.updated" | "contact.restored";
            /** Format: date-time */
            timestamp: string;
            data: components["schemas"]["ContactChange"] | components["schemas"]["OmittedChange"];
        };
        ContactDeletedChangePayload: {
            /** @enum {string} */
            type: "contact.deleted";
            /** Format: date-time */
            timestamp: string;
            data: components["schemas"]["ContactDeletedChange"] | components["schemas"]["OmittedChange"];
        };
        EmailAccountChangePayload: {
            /** @enum {string} */
            type: "email_account.created" | "email_account.updated" | "email_account.status_changed";
            /** Format: date-time */
            timestamp: string;
            data: components["schemas"]["EmailAccountChange"] | components["schemas"]["OmittedChange"];
        };
        EmailAccountDeletedChangePayload: {
            /** @enum {string} */
            type: "email_account.deleted";
            /** Format: date-time */
            timestamp: string;
            data: components["schemas"]["EmailAccountDeletedChange"] | components["schemas"]["OmittedChange"];
        };
        IdentityChangePayload: {
            /** @enum {string} */
            type: "identity.created" | "identity.updated";
            /** Format: date-time */
            timestamp: string;
            data: components["schemas"]["IdentityChange"] | components["schemas"]["OmittedChange"];
        };
        IdentityDeletedChangePayload: {
            /** @enum {string} */
            type: "identity.deleted";
            /** Format: date-time */
            timestamp: string;
            data: components["schemas"]["IdentityDeletedChange"] | components["schemas"]["OmittedChange"];
        };
        TrustedSenderChangePayload: {
            /** @enum {string} */
            type: "trusted_sender.created" | "trusted_sender.updated";
            /** Format: date-time */
            timestamp: string;
            data: components["schemas"]["TrustedSenderChange"] | components["schemas"]["OmittedChange"];
        };
        TrustedSenderDeletedChangePayload: {
            /** @enum {string} */
            type: "trusted_sender.deleted";
            /** Format: date-time */
            timestamp: string;
            data: components["schemas"]["TrustedSenderDeletedChange"] | components["schemas"]["OmittedChange"];
        };
        StoredFileChangePayload: {
            /** @enum {string} */
            type: "file.created" | "file.updated";
            /** Format: date-time */
            timestamp: string;
            data: components["schemas"]["StoredFileChange"] | components["schemas"]["OmittedChange"];
        };
        StoredFileDeletedChangePayload: {
            /** @enum {string} */
            type: "file.deleted";
            /** Format: date-time */
            timestamp: string;
            data: components["schemas"]["StoredFileDeletedChange"] | components["schemas"]["OmittedChange"];
        };
        WebhookChangePayload: {
            /** @enum {string} */
            type: "webhook.created" | "webhook.updated" | "webhook.disabled";
            /** Format: date-time */
            timestamp: string;
            data: components["schemas"]["WebhookChange"] | components["schemas"]["OmittedChange"];
        };
        WebhookDeletedChangePayload: {
            /** @enum {string} */
            type: "webhook.deleted";
            /** Format: date-time */
            timestamp: string;
            data: components["schemas"]["WebhookDeletedChange"] | components["schemas"]["OmittedChange"];
        };
        ReminderChangePayload: {
            /** @enum {string} */
            type: "event.reminder" | "event.reminder_snoozed" | "event.reminder_dismissed";
            /** Format: date-time */
            timestamp: string;
            data: components["schemas"]["ReminderChange"] | components["schemas"]["OmittedChange"];
        };
        TaskChangePayload: {
            /** @enum {string} */
            type: "event.task_updated" | "email.task_updated" | "contact.task_updated";
            /** Format: date-time */
            timestamp: string;
            data: components["schemas"]["TaskChange"] | components["schemas"]["OmittedChange"];
        };
        CalendarChangePayload: {
            /** @enum {string} */
            type: "calendar.created" | "calendar.updated";
            /** Format: date-time */
            timestamp: string;
            data: components["schemas"]["CalendarChange"] | components["schemas"]["OmittedChange"];
        };
        CalendarDeletedChangePayload: {
            /** @enum {string} */
            type: "calendar.deleted";
            /** Format: date-time */
            timestamp: string;
            data: components["schemas"]["CalendarDeletedChange"] | components["schemas"]["OmittedChange"];
        };
        FolderChangePayload: {
            /** @enum {string} */
            type: "folder.created" | "folder.updated";
            /** Format: date-time */
            timestamp: string;
            data: components["schemas"]["FolderChange"] | components["schemas"]["OmittedChange"];
        };
        FolderDeletedChangePayload: {
            /** @enum {string} */
            type: "folder.deleted";
            /** Format: date-time */
            timestamp: string;
            data: components["schemas"]["FolderDeletedChange"] | components["schemas"]["OmittedChange"];
        };
        LabelChangePayload: {
            /** @enum {string} */
            type: "label.created" | "label.updated";
            /** Format: date-time */
            timestamp: string;
            data: components["schemas"]["LabelChange"] | components["schemas"]["OmittedChange"];
        };
        LabelDeletedChangePayload: {
            /** @enum {string} */
            type: "label.deleted";
            /** Format: date-time */
            timestamp: string;
            data: components["schemas"]["LabelDeletedChange"] | components["schemas"]["OmittedChange"];
        };
        TagChangePayload: {
            /** @enum {string} */
            type: "tag.created" | "tag.updated";
            /** Format: date-time */
            timestamp: string;
            data: components["schemas"]["TagChange"] | components["schemas"]["OmittedChange"];
        };
        TagDeletedChangePayload: {
            /** @enum {string} */
            type: "tag.deleted";
            /** Format: date-time */
            timestamp: string;
            data: components["schemas"]["TagDeletedChange"] | components["schemas"]["OmittedChange"];
        };
        SettingsChangePayload: {
            /** @enum {string} */
            type: "settings.updated";
            /** Format: date-time */
            timestamp: string;
            data: components["schemas"]["SettingsChange"] | components["schemas"]["OmittedChange"];
        };
        SyncStartedChangePayload: {
            /** @enum {string} */
            type: "sync.started";
            /** Format: date-time */
            timestamp: string;
            data: components["schemas"]["SyncStartedChange"] | components["schemas"]["OmittedChange"];
        };
        SyncProgressChangePayload: {
            /** @enum {string} */
            type: "sync.progress";
            /** Format: date-time */
            timestamp: string;
            data: components["schemas"]["SyncProgressChange"] | components["schemas"]["OmittedChange"];
        };
        SyncCompletedChangePayload: {
            /** @enum {string} */
            type: "sync.completed";
            /** Format: date-time */
            timestamp: string;
            data: components["schemas"]["SyncCompletedChange"] | components["schemas"]["OmittedChange"];
        };
        SyncErrorChangePayload: {
            /** @enum {string} */
            type: "sync.error";
            /** Format: date-time */
            timestamp: string;
            data: components["schemas"]["SyncErrorChange"] | components["schemas"]["OmittedChange"];
        };
        WebhookTestPayload: {
            /** @enum {string} */
            type: "webhook.test";
            /** Format: date-time */
            timestamp: string;
            data: {
                webhook_id: string;
                message: string;
            };
        };
        ChangesExpiredPayload: {
            /** @enum {string} */
            type: "changes.expired";
            /** Format: date-time */
            timestamp: string;
            /** @description The changes after `after` up to `seq` are no longer kept; read the lists again. */
            data: {
                after: number;
                seq: number;
                message: string;
            };
        };
        /** @enum {string} */
        ErrorCode: "VALIDATION_ERROR" | "INVALID_QUERY" | "UNAUTHORIZED" | "INSUFFICIENT_SCOPE" | "FORBIDDEN_ORIGIN" | "FORBIDDEN_HOST" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "REQUEST_TIMEOUT" | "CONFLICT" | "READ_ONLY" | "ALREADY_DELETED" | "NOT_DELETED" | "SYNC_OFF" | "NOT_A_DRAFT" | "ALREADY_SENT" | "NOT_SNOOZED" | "NOT_REPLIABLE" | "NOT_CANCELLABLE" | "AMBIGUOUS_ID" | "FILE_IN_USE" | "IDEMPOTENCY_KEY_REUSED" | "CURSOR_EXPIRED" | "PRECONDITION_FAILED" | "PAYLOAD_TOO_LARGE" | "QUOTA_EXCEEDED" | "UNSUPPORTED_MEDIA_TYPE" | "RANGE_NOT_SATISFIABLE" | "NO_DEFAULT_ACCOUNT" | "ACCOUNT_NOT_CONNECTED" | "NOT_UNSUBSCRIBABLE" | "RATE_LIMITED" | "INTERNAL_ERROR" | "MAIL_SERVER_FAILED" | "IMAGE_UNAVAILABLE" | "UNSUBSCRIBE_FAILED" | "SERVICE_UNAVAILABLE";
        Fault: {
            /** @description Where it is, such as attendees[0].email. */
            field: string;
            /** @description The rule that does not hold, such as required or maxLength. */
            constraint: string;
            /** @description What is wrong, and what would be right. */
            message: string;
        };
        Error: {
            error: {
                code: components["schemas"]["ErrorCode"];
                /** @description What is wrong, and what would be right. */
                message: string;
                /** @description More for programs, such as the id of the record that is in the way. */
                details: {
                    /** @description The first field that is wrong. */
                    field?: string;
                    /** @description Everything that is wrong. */
                    errors?: components["schemas"]["Fault"][];
                } & {
                    [key: string]: unknown;
                };
            };
        };
        EventCreate: {
            title: string;
            description?: string | null;
            location?: string | null;
            /** @description When it begins; a PATCH without an end keeps the length. Of an all-day event the written date counts, whatever its offset. RFC 3339; a time without an offset is in the time zone of the event, or else of the service, and a date alone is its midnight. */
            start_at?: string;
            /** @description When it ends; null: no length. A new event without the field takes one hour, or one day if all_day. Of an all-day event a date or a midnight is the day after the last one; the day of another time is included. RFC 3339; a time without an offset is in the time zone of the event, or else of the service, and a date alone is its midnight. */
            end_at?: string | null;
            /** @description Whether it is on dates, the same in every time zone. */
            all_day?: boolean;
            /**
             * Format: date
             * @description The first day of an all-day event, the same in every time zone; null otherwise.
             */
            start_date?: string | null;
            /**
             * Format: date
             * @description The day after the last day of an all-day event, as in iCalendar; null otherwise.
             */
            end_date?: string | null;
            /** @description Time zone of the recurrence and of times without an offset; null is that of the service. Names of Windows are accepted too and are stored as the IANA name. */
            timezone?: string | null;
            /** @description How the event repeats: an RFC 5545 rule in lower-case keys. */
            recurrence?: {
                /** @description One of minutely, hourly, daily, weekly, monthly, yearly. */
                freq?: string;
                interval?: number;
                /** @description How many times; not together with until. */
                count?: number;
                /** @description The last day or moment; not together with count. A time without an offset is in the time zone of the event, or else of the service. */
                until?: string;
                /** @description MO … SU; 1MO or -1FR in monthly and yearly rules. */
                byday?: string[];
                bymonthday?: number[];
                bymonth?: number[];
                byyearday?: number[];
                byweekno?: number[];
                byhour?: number[];
                byminute?: number[];
                bysetpos?: number[];
                /** @description The first day of the week, MO unless given. */
                wkst?: string;
                /** @description Days or moments that are taken out. */
                exdates?: string[];
                /** @description Days or moments that are added. Without freq, the series is its start and these. */
                rdates?: string[];
                /** @description Further rules, whose occurrences are added. */
                rules?: {
                    /** @description One of minutely, hourly, daily, weekly, monthly, yearly. */
                    freq: string;
                    interval?: number;
                    /** @description How many times; not together with until. */
                    count?: number;
                    /** @description The last day or moment; not together with count. A time without an offset is in the time zone of the event, or else of the service. */
                    until?: string;
                    /** @description MO … SU; 1MO or -1FR in monthly and yearly rules. */
                    byday?: string[];
                    bymonthday?: number[];
                    bymonth?: number[];
                    byyearday?: number[];
                    byweekno?: number[];
                    byhour?: number[];
                    byminute?: number[];
                    bysetpos?: number[];
                    /** @description The first day of the week, MO unless given. */
                    wkst?: string;
                }[];
                /** @description Rules whose occurrences are taken out. */
                exrules?: {
                    /** @description One of minutely, hourly, daily, weekly, monthly, yearly. */
                    freq: string;
                    interval?: number;
                    /** @description How many times; not together with until. */
                    count?: number;
                    /** @description The last day or moment; not together with count. A time without an offset is in the time zone of the event, or else of the service. */
                    until?: string;
                    /** @description MO … SU; 1MO or -1FR in monthly and yearly rules. */
                    byday?: string[];
                    bymonthday?: number[];
                    bymonth?: number[];
                    byyearday?: number[];
                    byweekno?: number[];
                    byhour?: number[];
                    byminute?: number[];
                    bysetpos?: number[];
                    /** @description The first day of the week, MO unless given. */
                    wkst?: string;
                }[];
            } | null;
            /** @description Changed occurrences of a series: the fields that differ, by recurrence id (the original start, such as 2026-06-02T09:00:00Z, or 2026-06-02 of an all-day event). */
            overrides?: {
                [key: string]: {
                    title?: string;
                    description?: string | null;
                    location?: string | null;
                    /** @description When it begins; a PATCH without an end keeps the length. Of an all-day event the written date counts, whatever its offset. RFC 3339; a time without an offset is in the time zone of the event, or else of the service, and a date alone is its midnight. */
                    start_at?: string;
                    /** @description When it ends; null: no length. A new event without the field takes one hour, or one day if all_day. Of an all-day event a date or a midnight is the day after the last one; the day of another time is included. RFC 3339; a time without an offset is in the time zone of the event, or else of the service, and a date alone is its midnight. */
                    end_at?: string | null;
                    /**
                     * Format: date
                     * @description The first day of an all-day event, the same in every time zone; null otherwise.
                     */
                    start_date?: string | null;
                    /**
                     * Format: date
                     * @description The day after the last day of an all-day event, as in iCalendar; null otherwise.
                     */
                    end_date?: string | null;
                    /**
                     * @description cancelled: takes no time and reminds of nothing.
                     * @enum {string}
                     */
                    status?: "confirmed" | "tentative" | "cancelled";
                    /**
                     * @description opaque: takes time; transparent: does not, as a birthday.
                     * @enum {string}
                     */
                    transparency?: "opaque" | "transparent";
                    /** @description When to remind. Without the field a new event has the default reminders of its calendar; [] is none. */
                    reminders?: {
                        /** @description For the client that shows it; email also sends a mail to the default account. */
                        type?: string;
                        /** @description Minutes before the start; of an all-day event before midnight of its first day. */
                        minutes_before: number;
                    }[];
                    attendees?: {
                        email: string;
                        name?: string | null;
                        /** @enum {string} */
                        status?: "accepted" | "declined" | "tentative" | "pending";
                    }[];
                    /** @description Any data of the client’s own. */
                    custom_fields?: {
                        [key: string]: unknown;
                    } | null;
                };
            } | null;
            /**
             * @description cancelled: takes no time and reminds of nothing.
             * @enum {string}
             */
            status?: "confirmed" | "tentative" | "cancelled";
            /**
             * @description opaque: takes time; transparent: does not, as a birthday.
             * @enum {string}
             */
            transparency?: "opaque" | "transparent";
            /** @description The calendar; it exists as soon as an event names it. */
            calendar_name?: string;
            /** @description When to remind. Without the field a new event has the default reminders of its calendar; [] is none. */
            reminders?: {
                /** @description For the client that shows it; email also sends a mail to the default account. */
                type?: string;
                /** @description Minutes before the start; of an all-day event before midnight of its first day. */
                minutes_before: number;
            }[];
            attendees?: {
                email: string;
                name?: string | null;
                /** @enum {string} */
                status?: "accepted" | "declined" | "tentative" | "pending";
            }[];
            /** @description Any data of the client’s own. */
            custom_fields?: {
                [key: string]: unknown;
            } | null;
            /** @description Where the record comes from; "local" by default. */
            source?: string;
            /** @description The record’s id at its source; one record per source and source_id. */
            source_id?: string | null;
        };
        EventPatch: {
            title?: string;
            description?: string | null;
            location?: string | null;
            /** @description When it begins; a PATCH without an end keeps the length. Of an all-day event the written date counts, whatever its offset. RFC 3339; a time without an offset is in the time zone of the event, or else of the service, and a date alone is its midnight. */
            start_at?: string;
            /** @description When it ends; null: no length. A new event without the field takes one hour, or one day if all_day. Of an all-day event a date or a midnight is the day after the last one; the day of another time is included. RFC 3339; a time without an offset is in the time zone of the event, or else of the service, and a date alone is its midnight. */
            end_at?: string | null;
            /** @description Whether it is on dates, the same in every time zone. */
            all_day?: boolean;
            /**
             * Format: date
             * @description The first day of an all-day event, the same in every time zone; null otherwise.
             */
            start_date?: string | null;
            /**
             * Format: date
             * @description The day after the last day of an all-day event, as in iCalendar; null otherwise.
             */
            end_date?: string | null;
            /** @description Time zone of the recurrence and of times without an offset; null is that of the service. Names of Windows are accepted too and are stored as the IANA name. */
            timezone?: string | null;
            /** @description How the event repeats: an RFC 5545 rule in lower-case keys. */
            recurrence?: {
                /** @description One of minutely, hourly, daily, weekly, monthly, yearly. */
                freq?: string;
                interval?: number;
                /** @description How many times; not together with until. */
                count?: number;
                /** @description The last day or moment; not together with count. A time without an offset is in the time zone of the event, or else of the service. */
                until?: string;
                /** @description MO … SU; 1MO or -1FR in monthly and yearly rules. */
                byday?: string[];
                bymonthday?: number[];
                bymonth?: number[];
                byyearday?: number[];
                byweekno?: number[];
                byhour?: number[];
                byminute?: number[];
                bysetpos?: number[];
                /** @description The first day of the week, MO unless given. */
                wkst?: string;
                /** @description Days or moments that are taken out. */
                exdates?: string[];
                /** @description Days or moments that are added. Without freq, the series is its start and these. */
                rdates?: string[];
                /** @description Further rules, whose occurrences are added. */
                rules?: {
                    /** @description One of minutely, hourly, daily, weekly, monthly, yearly. */
                    freq: string;
                    interval?: number;
                    /** @description How many times; not together with until. */
                    count?: number;
                    /** @description The last day or moment; not together with count. A time without an offset is in the time zone of the event, or else of the service. */
                    until?: string;
                    /** @description MO … SU; 1MO or -1FR in monthly and yearly rules. */
                    byday?: string[];
                    bymonthday?: number[];
                    bymonth?: number[];
                    byyearday?: number[];
                    byweekno?: number[];
                    byhour?: number[];
                    byminute?: number[];
                    bysetpos?: number[];
                    /** @description The first day of the week, MO unless given. */
                    wkst?: string;
                }[];
                /** @description Rules whose occurrences are taken out. */
                exrules?: {
                    /** @description One of minutely, hourly, daily, weekly, monthly, yearly. */
                    freq: string;
                    interval?: number;
                    /** @description How many times; not together with until. */
                    count?: number;
                    /** @description The last day or moment; not together with count. A time without an offset is in the time zone of the event, or else of the service. */
                    until?: string;
                    /** @description MO … SU; 1MO or -1FR in monthly and yearly rules. */
                    byday?: string[];
                    bymonthday?: number[];
                    bymonth?: number[];
                    byyearday?: number[];
                    byweekno?: number[];
                    byhour?: number[];
                    byminute?: number[];
                    bysetpos?: number[];
                    /** @description The first day of the week, MO unless given. */
                    wkst?: string;
                }[];
            } | null;
            /** @description Changed occurrences of a series: the fields that differ, by recurrence id (the original start, such as 2026-06-02T09:00:00Z, or 2026-06-02 of an all-day event). */
            overrides?: {
                [key: string]: {
                    title?: string;
                    description?: string | null;
                    location?: string | null;
                    /** @description When it begins; a PATCH without an end keeps the length. Of an all-day event the written date counts, whatever its offset. RFC 3339; a time without an offset is in the time zone of the event, or else of the service, and a date alone is its midnight. */
                    start_at?: string;
                    /** @description When it ends; null: no length. A new event without the field takes one hour, or one day if all_day. Of an all-day event a date or a midnight is the day after the last one; the day of another time is included. RFC 3339; a time without an offset is in the time zone of the event, or else of the service, and a date alone is its midnight. */
                    end_at?: string | null;
                    /**
                     * Format: date
                     * @description The first day of an all-day event, the same in every time zone; null otherwise.
                     */
                    start_date?: string | null;
                    /**
                     * Format: date
                     * @description The day after the last day of an all-day event, as in iCalendar; null otherwise.
                     */
                    end_date?: string | null;
                    /**
                     * @description cancelled: takes no time and reminds of nothing.
                     * @enum {string}
                     */
                    status?: "confirmed" | "tentative" | "cancelled";
                    /**
                     * @description opaque: takes time; transparent: does not, as a birthday.
                     * @enum {string}
                     */
                    transparency?: "opaque" | "transparent";
                    /** @description When to remind. Without the field a new event has the default reminders of its calendar; [] is none. */
                    reminders?: {
                        /** @description For the client that shows it; email also sends a mail to the default account. */
                        type?: string;
                        /** @description Minutes before the start; of an all-day event before midnight of its first day. */
                        minutes_before: number;
                    }[];
                    attendees?: {
                        email: string;
                        name?: string | null;
                        /** @enum {string} */
                        status?: "accepted" | "declined" | "tentative" | "pending";
                    }[];
                    /** @description Any data of the client’s own. */
                    custom_fields?: {
                        [key: string]: unknown;
                    } | null;
                };
            } | null;
            /**
             * @description cancelled: takes no time and reminds of nothing.
             * @enum {string}
             */
            status?: "confirmed" | "tentative" | "cancelled";
            /**
             * @description opaque: takes time; transparent: does not, as a birthday.
             * @enum {string}
             */
            transparency?: "opaque" | "transparent";
            /** @description The calendar; it exists as soon as an event names it. */
            calendar_name?: string;
            /** @description When to remind. Without the field a new event has the default reminders of its calendar; [] is none. */
            reminders?: {
                /** @description For the client that shows it; email also sends a mail to the default account. */
                type?: string;
                /** @description Minutes before the start; of an all-day event before midnight of its first day. */
                minutes_before: number;
            }[];
            attendees?: {
                email: string;
                name?: string | null;
                /** @enum {string} */
                status?: "accepted" | "declined" | "tentative" | "pending";
            }[];
            /** @description Any data of the client’s own. */
            custom_fields?: {
                [key: string]: unknown;
            } | null;
        };
        /** @description Keys to merge: a key is replaced, null removes it, other keys are not changed. */
        CustomFieldsPatch: {
            [key: string]: unknown;
        };
        EmailCreate: {
            /** @description Message-ID (RFC 5322). */
            message_id?: string | null;
            /** @description Found from references and in_reply_to when not given. */
            thread_id?: string | null;
            subject?: string | null;
            /** @description The address; in the form Ann <ann@example.org>, the name goes to from_name unless that is given too. */
            from_address: string;
            from_name?: string | null;
            to_addresses?: ({
                address: string;
                name?: string | null;
            } | string)[];
            cc_addresses?: ({
                address: string;
                name?: string | null;
            } | string)[];
            /** @description Only for outgoing mail and drafts. */
            bcc_addresses?: ({
                address: string;
                name?: string | null;
            } | string)[];
            /** @description Where replies go instead of to from_address; only if the mail says so. */
            reply_to?: ({
                address: string;
                name?: string | null;
            } | string)[];
            /** @description Follows attachments when not given. */
            has_attachments?: boolean;
            attachments?: {
                filename: string;
                mime?: string | null;
                size?: number | null;
                path?: string | null;
                /** @description The file that holds it; see /files. */
                file_id?: string;
                /** @description true: a picture within the text, which does not count as an attachment. */
                inline?: boolean;
                /** @description What cid: in body_html names it by. */
                content_id?: string;
            }[];
            /** @description Follows the status when not given. */
            folder?: string;
            is_read?: boolean;
            is_starred?: boolean;
            /** @description Required when status is received. RFC 3339; a time without an offset is in the time zone of the service, and a date alone is its midnight. */
            received_at?: string | null;
            /**
             * Format: uuid
             * @description The email account it belongs to.
             */
            account_id?: string | null;
            /** @enum {string} */
            status?: "received" | "draft" | "queued" | "scheduled" | "sending" | "sent" | "failed";
            /** @description Message-ID of the email replied to. */
            in_reply_to?: string | null;
            /** @description The Message-IDs of the thread, oldest first. */
            references?: string[];
            labels?: string[];
            /** @description When it is to be sent. RFC 3339; a time without an offset is in the time zone of the service, and a date alone is its midnight. */
            scheduled_at?: string | null;
            /** @description RFC 3339; a time without an offset is in the time zone of the service, and a date alone is its midnight. */
            sent_at?: string | null;
            read_receipt_requested?: boolean;
            /** @description Any data of the client’s own. */
            custom_fields?: {
                [key: string]: unknown;
            } | null;
            /** @description The text version. */
            body_plain?: string | null;
            /** @description The HTML version. */
            body_html?: string | null;
            /** @description Where the record comes from; "local" by default. */
            source?: string;
            /** @description The record’s id at its source; one record per source and source_id. */
            source_id?: string | null;
        };
        EmailPatch: {
            /** @description Follows the status when not given. */
            folder?: string;
            is_read?: boolean;
            is_starred?: boolean;
            labels?: string[];
            /** @description Any data of the client’s own. */
            custom_fields?: {
                [key: string]: unknown;
            } | null;
        };
        ContactCreate: {
            /** @description Made from first_name and last_name when not given. */
            display_name?: string;
            first_name?: string | null;
            last_name?: string | null;
            emails?: {
                address: string;
                /** @enum {string} */
                label?: "work" | "personal" | "other";
                primary?: boolean;
            }[];
            phones?: {
                number: string;
                /** @enum {string} */
                label?: "mobile" | "work" | "home" | "other";
                primary?: boolean;
            }[];
            company?: string | null;
            job_title?: string | null;
            addresses?: {
                street?: string | null;
                city?: string | null;
                state?: string | null;
                postal_code?: string | null;
                country?: string | null;
                label?: string | null;
            }[];
            /** @description Date of birth: 1980-05-10, or --05-10 without the year. */
            birthday?: string | null;
            /** @description Day of the wedding or of another anniversary: 1980-05-10, or --05-10 without the year. */
            anniversary?: string | null;
            notes?: string | null;
            /** @description The client’s own path; stored, never opened. */
            avatar_path?: string | null;
            tags?: string[];
            /** @description Any data of the client’s own. */
            custom_fields?: {
                [key: string]: unknown;
            } | null;
            /** @description Where the record comes from; "local" by default. */
            source?: string;
            /** @description The record’s id at its source; one record per source and source_id. */
            source_id?: string | null;
        };
        ContactPatch: {
            /** @description Made from first_name and last_name when not given. */
            display_name?: string;
            first_name?: string | null;
            last_name?: string | null;
            emails?: {
                address: string;
                /** @enum {string} */
                label?: "work" | "personal" | "other";
                primary?: boolean;
            }[];
            phones?: {
                number: string;
                /** @enum {string} */
                label?: "mobile" | "work" | "home" | "other";
                primary?: boolean;
            }[];
            company?: string | null;
            job_title?: string | null;
            addresses?: {
                street?: string | null;
                city?: string | null;
                state?: string | null;
                postal_code?: string | null;
                country?: string | null;
                label?: string | null;
            }[];
            /** @description Date of birth: 1980-05-10, or --05-10 without the year. */
            birthday?: string | null;
            /** @description Day of the wedding or of another anniversary: 1980-05-10, or --05-10 without the year. */
            anniversary?: string | null;
            notes?: string | null;
            /** @description The client’s own path; stored, never opened. */
            avatar_path?: string | null;
            tags?: string[];
            /** @description Any data of the client’s own. */
            custom_fields?: {
                [key: string]: unknown;
            } | null;
        };
        CalendarCreate: {
            /** @description As in calendar_name of events. */
            name: string;
            /** @description Red, green and blue in hexadecimal: #3366cc. */
            color?: string | null;
            /** @description The list is in the order of this number, those without one last, then by name. */
            order?: number | null;
            /** @description Reminders of events that are created without `reminders`. */
            default_reminders?: {
                /** @description For the client that shows it; email also sends a mail to the default account. */
                type?: string;
                /** @description Minutes before the start; of an all-day event before midnight of its first day. */
                minutes_before: number;
            }[];
            /** @description Whether clients show its events. Lists have them in any case. */
            is_visible?: boolean;
            /** @description Whether its events take time in /free-busy and /free-slots. */
            counts_as_busy?: boolean;
        };
        CalendarPatch: {
            /** @description As in calendar_name of events. */
            name?: string;
            /** @description Red, green and blue in hexadecimal: #3366cc. */
            color?: string | null;
            /** @description The list is in the order of this number, those without one last, then by name. */
            order?: number | null;
            /** @description Reminders of events that are created without `reminders`. */
            default_reminders?: {
                /** @description For the client that shows it; email also sends a mail to the default account. */
                type?: string;
                /** @description Minutes before the start; of an all-day event before midnight of its first day. */
                minutes_before: number;
            }[];
            /** @description Whether clients show its events. Lists have them in any case. */
            is_visible?: boolean;
            /** @description Whether its events take time in /free-busy and /free-slots. */
            counts_as_busy?: boolean;
        };
        SnoozeReminder: {
            /** @description Or in how many minutes from now. */
            minutes: number;
        } | {
            /** @description When to remind again; a time that has passed reminds at once. RFC 3339; a time without an offset is in the time zone of the service, and a date alone is its midnight. */
            until: string;
        };
        SendEmail: {
            /**
             * Format: uuid
             * @description The account to send from; the default account when not given.
             */
            account_id?: string | null;
            /**
             * Format: uuid
             * @description The identity to send with; the default one of the account when not given.
             */
            identity_id?: string | null;
            to_addresses: ({
                address: string;
                name?: string | null;
            } | string)[];
            cc_addresses?: ({
                address: string;
                name?: string | null;
            } | string)[];
            bcc_addresses?: ({
                address: string;
                name?: string | null;
            } | string)[];
            /** @description The subject. */
            subject?: string | null;
            body_plain?: string | null;
            body_html?: string | null;
            /** @description Message-ID of the email replied to. */
            in_reply_to?: string | null;
            /** @description Ids of stored files. */
            attachments?: string[];
            read_receipt_requested?: boolean;
            /** @description Send it then instead of now. RFC 3339; a time without an offset is in the time zone of the service, and a date alone is its midnight. */
            scheduled_at?: string | null;
            /** @description Send it after this many seconds, until which it can be cancelled; 0 sends at once. When neither this nor scheduled_at is given, the setting hold_seconds applies. */
            hold_seconds?: number | null;
        };
        EmailDraftCreate: {
            /**
             * Format: uuid
             * @description The account to send from; the default account when not given.
             */
            account_id?: string | null;
            /**
             * Format: uuid
             * @description The identity to send with; the default one of the account when not given.
             */
            identity_id?: string | null;
            /** @description Recipients as typed. */
            to?: string | null;
            /** @description Copies, as typed. */
            cc?: string | null;
            /** @description Blind copies, as typed. */
            bcc?: string | null;
            /** @description Recipients as a list, instead of to. */
            to_addresses?: ({
                address: string;
                name?: string | null;
            } | string)[] | null;
            /** @description Copies as a list, instead of cc. */
            cc_addresses?: ({
                address: string;
                name?: string | null;
            } | string)[] | null;
            /** @description Blind copies as a list, instead of bcc. */
            bcc_addresses?: ({
                address: string;
                name?: string | null;
            } | string)[] | null;
            /** @description The subject. */
            subject?: string | null;
            body_plain?: string | null;
            body_html?: string | null;
            /** @description Message-ID of the email replied to. */
            in_reply_to?: string | null;
            /** @description Ids of stored files. */
            attachments?: string[];
        };
        EmailDraftPatch: {
            /**
             * Format: uuid
             * @description The account to send from; the default account when not given.
             */
            account_id?: string | null;
            /**
             * Format: uuid
             * @description The identity to send with; the default one of the account when not given.
             */
            identity_id?: string | null;
            /** @description Recipients as typed. */
            to?: string | null;
            /** @description Copies, as typed. */
            cc?: string | null;
            /** @description Blind copies, as typed. */
            bcc?: string | null;
            /** @description Recipients as a list, instead of to. */
            to_addresses?: ({
                address: string;
                name?: string | null;
            } | string)[] | null;
            /** @description Copies as a list, instead of cc. */
            cc_addresses?: ({
                address: string;
                name?: string | null;
            } | string)[] | null;
            /** @description Blind copies as a list, instead of bcc. */
            bcc_addresses?: ({
                address: string;
                name?: string | null;
            } | string)[] | null;
            /** @description The subject. */
            subject?: string | null;
            body_plain?: string | null;
            body_html?: string | null;
            /** @description Message-ID of the email replied to. */
            in_reply_to?: string | null;
            /** @description Ids of stored files. */
            attachments?: string[];
        };
        BatchEmails: {
            /** @description Ids or handles. */
            ids: string[];
            /**
             * @description What to do with each.
             * @enum {string}
             */
            action: "mark_read" | "mark_unread" | "star" | "unstar" | "move" | "add_label" | "remove_label" | "delete" | "restore" | "snooze";
            /** @description Required for move {folder}, add_label and remove_label {label}, snooze {until}. */
            params?: {
                [key: string]: unknown;
            } | null;
        } | {
            /**
             * @description What to do with each.
             * @enum {string}
             */
            action: "mark_read" | "mark_unread" | "star" | "unstar" | "move" | "add_label" | "remove_label" | "delete" | "restore" | "snooze";
            /** @description Required for move {folder}, add_label and remove_label {label}, snooze {until}. */
            params?: {
                [key: string]: unknown;
            } | null;
            /** @description Conversations instead of emails, by id or handle; with at most 500 emails together. */
            thread_ids: string[];
        } | {
            /**
             * @description What to do with each.
             * @enum {string}
             */
            action: "mark_read" | "mark_unread" | "star" | "unstar" | "move" | "add_label" | "remove_label" | "delete" | "restore" | "snooze";
            /** @description Required for move {folder}, add_label and remove_label {label}, snooze {until}. */
            params?: {
                [key: string]: unknown;
            } | null;
            /** @description Instead of ids: all emails that these filters of the list select. At least one filter is required; {"all": true} selects all emails. */
            where: {
                /**
                 * @description All emails; without any other filter.
                 * @enum {boolean}
                 */
                all?: true;
                /** @description As in the list. */
                search?: string;
                /** @description With operators, as in the list; each must be readable. */
                q?: string;
                /** @description Only this folder. */
                folder?: string;
                /** @description Only read or only unread mail. */
                is_read?: boolean;
                /** @description Only starred or only unstarred mail. */
                is_starred?: boolean;
                /** @description Only mail with or without attachments. */
                has_attachments?: boolean;
                /** @description All mail of one thread. */
                thread_id?: string;
                /**
                 * Format: uuid
                 * @description Only mail of this account.
                 */
                account_id?: string;
                /**
                 * @description Only mail in this state.
                 * @enum {string}
                 */
                status?: "received" | "draft" | "queued" | "scheduled" | "sending" | "sent" | "failed";
                /** @description Only mail with this label. */
                label?: string;
                /** @description true: only snoozed mail; false: all but snoozed mail. */
                snoozed?: boolean;
                /** @description Only emails received at this time or day, or later. */
                from?: string;
                /** @description Only emails received at this time or day, or earlier. */
                to?: string;
                /** @description true: only emails in the trash. */
                only_deleted?: boolean;
                /** @description true: also emails in the trash. */
                include_deleted?: boolean;
                /** @description Time zone of from, to and q; the default is that of the service. */
                tz?: string;
                /** @description Only emails that were created with this change or before it; the default is the newest change. */
                until_seq?: number;
            };
            /** @description true: nothing changes; the response says how many emails match. Only with where. */
            dry_run?: boolean;
        };
        SendEmailDraft: {
            /** @description Send it then instead of now. RFC 3339; a time without an offset is in the time zone of the service, and a date alone is its midnight. */
            scheduled_at?: string | null;
            /** @description Send it after this many seconds, until which it can be cancelled; 0 sends at once. When neither this nor scheduled_at is given, the setting hold_seconds applies. */
            hold_seconds?: number | null;
        };
        EmailReply: {
            /**
             * Format: uuid
             * @description The account to send from; the default account when not given.
             */
            account_id?: string | null;
            /**
             * Format: uuid
             * @description The identity to send with; the default one of the account when not given.
             */
            identity_id?: string | null;
            body_plain?: string | null;
            body_html?: string | null;
            /** @description Time zone of the date of the quoted mail; that of the settings, else of the service, when not given. */
            timezone?: string | null;
        };
        SnoozeEmail: {
            /** @description When it returns; a time in the past returns it immediately. RFC 3339; a time without an offset is in the time zone of the service, and a date alone is its midnight. */
            until: string;
        };
        UnsubscribeFromEmail: {
            /**
             * @description The method; default: one_click if the list supports it, otherwise mail.
             * @enum {string}
             */
            via?: "one_click" | "mail";
        };
        TrustedSenderCreate: {
            /** @description A mail address, or @ and a domain for all its addresses; subdomains are not included. Stored in lower case, with the domain in ASCII. */
            sender: string;
        };
        FolderCreate: {
            /** @description As in folder of emails. */
            name: string;
            /** @description Red, green and blue in hexadecimal: #3366cc. */
            color?: string | null;
            /** @description The list is in the order of this number, those without one last, then by name. */
            order?: number | null;
        };
        FolderPatch: {
            /** @description As in folder of emails. */
            name?: string;
            /** @description Red, green and blue in hexadecimal: #3366cc. */
            color?: string | null;
            /** @description The list is in the order of this number, those without one last, then by name. */
            order?: number | null;
        };
        LabelCreate: {
            /** @description As in labels of emails. */
            name: string;
            /** @description Red, green and blue in hexadecimal: #3366cc. */
            color?: string | null;
            /** @description The list is in the order of this number, those without one last, then by name. */
            order?: number | null;
        };
        LabelPatch: {
            /** @description As in labels of emails. */
            name?: string;
            /** @description Red, green and blue in hexadecimal: #3366cc. */
            color?: string | null;
            /** @description The list is in the order of this number, those without one last, then by name. */
            order?: number | null;
        };
        TagCreate: {
            /** @description As in tags of contacts. */
            name: string;
            /** @description Red, green and blue in hexadecimal: #3366cc. */
            color?: string | null;
            /** @description The list is in the order of this number, those without one last, then by name. */
            order?: number | null;
        };
        TagPatch: {
            /** @description As in tags of contacts. */
            name?: string;
            /** @description Red, green and blue in hexadecimal: #3366cc. */
            color?: string | null;
            /** @description The list is in the order of this number, those without one last, then by name. */
            order?: number | null;
        };
        EmailAccountCreate: {
            address: string;
            /** @description The address, when not given. */
            name?: string;
            /** @description The sender name of its mail. */
            from_name?: string | null;
            /** @description Mail is sent from it unless another is named. The first account is. */
            is_default?: boolean;
            /** @description The name under which the mail server of the account writes Authentication-Results (RFC 8601), such as mx.example.org. Give it only for a server that removes such fields of others from incoming mail. */
            authserv_id?: string | null;
            /** @description Which folders are synced, and since when. */
            sync?: {
                /** @description true, when there is an IMAP server. */
                enabled?: boolean;
                /** @description Paths at the server; null for all. */
                folders?: string[] | null;
                /** @description Nothing older than this day is fetched. */
                since?: string | null;
            };
            /** @description The server that mail is sent through. */
            smtp: {
                /** @description A name or an address. */
                host: string;
                /** @description The usual one of `security`, when not given. */
                port?: number;
                /**
                 * @description tls, when not given.
                 * @enum {string}
                 */
                security?: "tls" | "starttls" | "none";
                /** @description Who logs in. */
                user?: string | null;
                password?: string | null;
                /** @description PEM of an own authority. */
                tls_ca?: string | null;
            };
            /** @description The server that mail is fetched from. */
            imap?: {
                /** @description A name or an address. */
                host: string;
                /** @description The usual one of `security`, when not given. */
                port?: number;
                /**
                 * @description tls, when not given.
                 * @enum {string}
                 */
                security?: "tls" | "starttls" | "none";
                /** @description Who logs in. */
                user?: string | null;
                password?: string | null;
                /** @description PEM of an own authority. */
                tls_ca?: string | null;
            } | null;
        };
        EmailAccountPatch: {
            address?: string;
            /** @description The address, when not given. */
            name?: string;
            /** @description The sender name of its mail. */
            from_name?: string | null;
            /** @description Mail is sent from it unless another is named. The first account is. */
            is_default?: boolean;
            /** @description The name under which the mail server of the account writes Authentication-Results (RFC 8601), such as mx.example.org. Give it only for a server that removes such fields of others from incoming mail. */
            authserv_id?: string | null;
            /** @description Which folders are synced, and since when. */
            sync?: {
                /** @description true, when there is an IMAP server. */
                enabled?: boolean;
                /** @description Paths at the server; null for all. */
                folders?: string[] | null;
                /** @description Nothing older than this day is fetched. */
                since?: string | null;
            };
            /** @description The server that mail is sent through. */
            smtp?: {
                /** @description A name or an address. */
                host?: string;
                /** @description The usual one of `security`, when not given. */
                port?: number;
                /**
                 * @description tls, when not given.
                 * @enum {string}
                 */
                security?: "tls" | "starttls" | "none";
                /** @description Who logs in. */
                user?: string | null;
                password?: string | null;
                /** @description PEM of an own authority. */
                tls_ca?: string | null;
            };
            /** @description The server that mail is fetched from. */
            imap?: {
                /** @description A name or an address. */
                host?: string;
                /** @description The usual one of `security`, when not given. */
                port?: number;
                /**
                 * @description tls, when not given.
                 * @enum {string}
                 */
                security?: "tls" | "starttls" | "none";
                /** @description Who logs in. */
                user?: string | null;
                password?: string | null;
                /** @description PEM of an own authority. */
                tls_ca?: string | null;
            } | null;
        };
        IdentityCreate: {
            /**
             * Format: uuid
             * @description The email account; it cannot be changed.
             */
            account_id: string;
            /** @description The sender name; null is that of the account. */
            name?: string | null;
            /** @description The sender address; that of the account when not given, which it then follows. */
            address?: string;
            /** @description Where replies are to go, if not to the address. */
            reply_to?: string | null;
            signature_plain?: string | null;
            signature_html?: string | null;
            /** @description Mail of the account is sent with it unless another is named. */
            is_default?: boolean;
        };
        IdentityPatch: {
            /** @description The sender name; null is that of the account. */
            name?: string | null;
            /** @description The sender address; that of the account when not given, which it then follows. */
            address?: string;
            /** @description Where replies are to go, if not to the address. */
            reply_to?: string | null;
            signature_plain?: string | null;
            signature_html?: string | null;
            /** @description Mail of the account is sent with it unless another is named. */
            is_default?: boolean;
        };
        FileUpload: {
            /** @description The file to store, with its name. */
            file: unknown;
        };
        MailImport: {
            /** @description The file, with its name: a mailbox (mbox), a message (.eml), or an archive (.zip, .tgz) of mailboxes, Maildirs and messages, such as those of Google Takeout. */
            file: unknown;
        };
        SettingsPatch: {
            /** @description The time zone in which clients show times; null is that of the service. Names of Windows are stored as the IANA name. */
            timezone?: string | null;
            /**
             * @description The first day of a week that is shown.
             * @enum {string}
             */
            week_start?: "MO" | "TU" | "WE" | "TH" | "FR" | "SA" | "SU";
            /** @description As in working_hours of /free-slots; null if none were set. */
            working_hours?: string | null;
            /** @description Mail is sent this many seconds after the request, and can be cancelled until then; 0 sends at once. */
            hold_seconds?: number;
            /**
             * @description Where the signature of a reply or forward is: above or below the quoted mail.
             * @enum {string}
             */
            signature_position?: "above" | "below";
            /** @description Any data of the client’s own. */
            custom_fields?: {
                [key: string]: unknown;
            } | null;
        };
        WebhookCreate: {
            /** @description Where changes are sent to, by POST: https, or http to an address of --allow-hosts; a name is resolved and checked when a message is sent. Without user and password. */
            url: string;
            /** @description Which changes are sent: event names such as email.created, patterns such as email.*, or * for all. */
            events: string[];
            description?: string | null;
            /** @description Whether changes are sent. One that is enabled again continues where it was. */
            enabled?: boolean;
            /** @description false: emails are sent without body_plain and body_html. */
            body?: boolean;
            /** @description whsec_ and 24 to 64 random bytes in base64 with padding; made by the service when not given. */
            secret?: string;
        };
        WebhookPatch: {
            /** @description Where changes are sent to, by POST: https, or http to an address of --allow-hosts; a name is resolved and checked when a message is sent. Without user and password. */
            url?: string;
            /** @description Which changes are sent: event names such as email.created, patterns such as email.*, or * for all. */
            events?: string[];
            description?: string | null;
            /** @description Whether changes are sent. One that is enabled again continues where it was. */
            enabled?: boolean;
            /** @description false: emails are sent without body_plain and body_html. */
            body?: boolean;
        };
        RotateWebhookSecret: {
            /** @description whsec_ and 24 to 64 random bytes in base64 with padding; made by the service when not given. */
            secret?: string;
        };
        SessionCreate: {
            /** @description The token that the session acts for. */
            token: string;
        };
        TokenCreate: {
            /** @description What it is for. */
            name: string;
            /** @description Its permissions; all but admin when not given. The first token of a service needs admin. */
            scopes?: ("events:read" | "events:write" | "events:erase" | "emails:read" | "emails:write" | "emails:erase" | "contacts:read" | "contacts:write" | "contacts:erase" | "accounts:read" | "accounts:write" | "files:read" | "files:write" | "webhooks:read" | "webhooks:write" | "emails:send" | "settings:write" | "admin")[];
            /** @description When it ends, which must be in the future; null: never. The first token of a service has no end. RFC 3339; a time without an offset is in the time zone of the service, and a date alone is its midnight. */
            expires_at?: string | null;
        };
        ListMeta: {
            total: number;
            limit: number;
            offset: number;
            has_more: boolean;
        };
        EventResponse: {
            data: components["schemas"]["Event"];
        };
        EventList: {
            data: components["schemas"]["Event"][];
            meta: components["schemas"]["ListMeta"];
        };
        DeletionResponse: {
            data: {
                id: string;
                /** Format: date-time */
                deleted_at?: string;
                /** @constant */
                deleted?: true;
            };
        };
        EmailResponse: {
            data: components["schemas"]["Email"];
        };
        EmailList: {
            data: components["schemas"]["Email"][];
            meta: components["schemas"]["ListMeta"];
        };
        ContactResponse: {
            data: components["schemas"]["Contact"];
        };
        ContactList: {
            data: components["schemas"]["Contact"][];
            meta: components["schemas"]["ListMeta"];
        };
        CalendarList: {
            data: components["schemas"]["Calendar"][];
            meta: components["schemas"]["ListMeta"];
        };
        CalendarResponse: {
            data: components["schemas"]["Calendar"];
        };
        CalendarDeletion: {
            name: string;
            /** @constant */
            deleted: true;
            /** @description How many had the name. */
            events: number;
            /** @description The name that they got instead. */
            moved_to: string | null;
            /** @description The task that changes them, if there are many. */
            task_id: string | null;
        };
        CalendarDeletionResponse: {
            data: components["schemas"]["CalendarDeletion"];
        };
        FreeBusy: {
            /**
             * Format: date-time
             * @description Where the range begins.
             */
            from: string;
            /**
             * Format: date-time
             * @description Where the range ends.
             */
            to: string;
            /** @description The time zone of days, working hours and local times (IANA). */
            timezone: string;
            /** @description The calendars of the request, also those that take no time; without calendars, those that count as busy. */
            calendars: string[];
            /** @description By their beginning. Events of the same kind that overlap or touch are one span. */
            busy: {
                /**
                 * Format: date-time
                 * @description Where it begins, in UTC.
                 */
                start_at: string;
                /**
                 * Format: date-time
                 * @description Where it ends, in UTC; the end does not belong to it.
                 */
                end_at: string;
                /**
                 * Format: date-time
                 * @description The beginning as the clocks of the time zone show it, with its offset.
                 */
                start_local: string;
                /**
                 * Format: date-time
                 * @description The end as the clocks of the time zone show it, with its offset.
                 */
                end_local: string;
                /**
                 * @description tentative: only tentative events are there.
                 * @enum {string}
                 */
                status: "busy" | "tentative";
                /** @description Whether it consists of whole days. */
                all_day: boolean;
            }[];
            /** @description What could not be computed; it is neither busy nor free. */
            unknown: {
                /**
                 * Format: date-time
                 * @description Where it begins, in UTC.
                 */
                start_at: string;
                /**
                 * Format: date-time
                 * @description Where it ends, in UTC; the end does not belong to it.
                 */
                end_at: string;
                /**
                 * Format: date-time
                 * @description The beginning as the clocks of the time zone show it, with its offset.
                 */
                start_local: string;
                /**
                 * Format: date-time
                 * @description The end as the clocks of the time zone show it, with its offset.
                 */
                end_local: string;
                /** @description Why it could not be computed. */
                reason: string;
                /** @description The series because of which it could not; null if there are too many events. */
                event_id: string | null;
                /** @description Of the series. */
                title: string | null;
                /** @description Of the series. */
                calendar_name: string | null;
            }[];
        };
        FreeBusyResponse: {
            data: components["schemas"]["FreeBusy"];
        };
        FreeSlots: {
            /**
             * Format: date-time
             * @description Where the range begins.
             */
            from: string;
            /**
             * Format: date-time
             * @description Where the range ends.
             */
            to: string;
            /** @description The time zone of days, working hours and local times (IANA). */
            timezone: string;
            /** @description The calendars of the request, also those that take no time; without calendars, those that count as busy. */
            calendars: string[];
            /** @description How long a slot must be at least. */
            minutes: number;
            /** @description By their beginning. */
            slots: {
                /**
                 * Format: date-time
                 * @description Where it begins, in UTC.
                 */
                start_at: string;
                /**
                 * Format: date-time
                 * @description Where it ends, in UTC; the end does not belong to it.
                 */
                end_at: string;
                /**
                 * Format: date-time
                 * @description The beginning as the clocks of the time zone show it, with its offset.
                 */
                start_local: string;
                /**
                 * Format: date-time
                 * @description The end as the clocks of the time zone show it, with its offset.
                 */
                end_local: string;
                /** @description How long it is, rounded down. */
                minutes: number;
            }[];
            /** @description Whether there are more slots than limit. */
            has_more: boolean;
            /** @description What could not be computed; it is neither busy nor free. */
            unknown: {
                /**
                 * Format: date-time
                 * @description Where it begins, in UTC.
                 */
                start_at: string;
                /**
                 * Format: date-time
                 * @description Where it ends, in UTC; the end does not belong to it.
                 */
                end_at: string;
                /**
                 * Format: date-time
                 * @description The beginning as the clocks of the time zone show it, with its offset.
                 */
                start_local: string;
                /**
                 * Format: date-time
                 * @description The end as the clocks of the time zone show it, with its offset.
                 */
                end_local: string;
                /** @description Why it could not be computed. */
                reason: string;
                /** @description The series because of which it could not; null if there are too many events. */
                event_id: string | null;
                /** @description Of the series. */
                title: string | null;
                /** @description Of the series. */
                calendar_name: string | null;
            }[];
        };
        FreeSlotsResponse: {
            data: components["schemas"]["FreeSlots"];
        };
        ReminderList: {
            data: components["schemas"]["Reminder"][];
            meta: components["schemas"]["ListMeta"];
        };
        ReminderResponse: {
            data: components["schemas"]["Reminder"];
        };
        RecordError: {
            id: string;
            code: components["schemas"]["ErrorCode"];
            message: string;
        };
        BatchResult: {
            processed: number;
            failed: number;
            errors: components["schemas"]["RecordError"][];
            threads?: number;
        };
        BatchPreview: {
            matched: number;
            until_seq: number;
        };
        AttachedEmail: {
            /** @description As in the request. */
            path: string;
            /** @description Its Message-ID. */
            message_id: string | null;
            /** @description Its subject. */
            subject: string | null;
            /** @description Who has sent it, as it says; nobody has verified it. */
            from_address: string | null;
            /** @description The name of the sender. */
            from_name: string | null;
            /** @description Its recipients. */
            to_addresses: {
                address: string;
                /** @description Its display name. */
                name: string | null;
            }[];
            /** @description Its recipients in copy. */
            cc_addresses: {
                address: string;
                /** @description Its display name. */
                name: string | null;
            }[];
            /** @description Its Reply-To. */
            reply_to: {
                address: string;
                /** @description Its display name. */
                name: string | null;
            }[];
            /**
             * Format: date-time
             * @description When it was sent; null without a readable date.
             */
            date: string | null;
            /** @description The beginning of its text. */
            preview: string;
            /** @description Its text, of at most a million characters. */
            body_plain: string | null;
            /** @description Whether it has an HTML text, which /attached-html returns. */
            has_html: boolean;
            /** @description Their positions are the next number of a path. */
            attachments: {
                filename: string;
                mime: string;
                /** @description In bytes. */
                size: number;
                /** @description Whether the text shows it. */
                inline: boolean;
                /** @description By which the HTML text refers to it. */
                content_id: string | null;
                /** @description Whether it is a mail, which can be read by a longer path. */
                is_email: boolean;
            }[];
            /** @description Why it could not be parsed completely; null if it was. */
            parse_problem: {
                code: string;
                message: string;
            } | null;
        };
        AttachedEmailResponse: {
            data: components["schemas"]["AttachedEmail"];
        };
        ConversationListMeta: {
            total: number;
            limit: number;
            offset?: number;
            has_more: boolean;
            next: string | null;
            previous: string | null;
        };
        ConversationList: {
            data: components["schemas"]["Conversation"][];
            meta: components["schemas"]["ConversationListMeta"];
        };
        ConversationWithEmails: components["schemas"]["Conversation"] & {
            emails: components["schemas"]["Email"][];
        };
        ConversationResponse: {
            data: components["schemas"]["ConversationWithEmails"];
            meta: components["schemas"]["ListMeta"];
        };
        TrustedSenderResponse: {
            data: components["schemas"]["TrustedSender"];
        };
        TrustedSenderList: {
            data: components["schemas"]["TrustedSender"][];
            meta: components["schemas"]["ListMeta"];
        };
        PermanentDeletionResponse: {
            data: {
                id: string;
                /** @constant */
                deleted: true;
            };
        };
        Correspondent: {
            /** @description The address as it was written. */
            address: string;
            /** @description Of the contact, else of the latest mail. */
            name: string | null;
            contact_id: string | null;
            /** @description Of the contact. */
            avatar_path: string | null;
            /** @description When the user last wrote to the address. */
            last_written_at: string | null;
            /** @description Mails that the user wrote to it. */
            written_count: number;
            /**
             * @description Where the address is from.
             * @enum {string}
             */
            source: "contact" | "mail" | "both";
        };
        CorrespondentList: {
            data: components["schemas"]["Correspondent"][];
        };
        FolderList: {
            data: components["schemas"]["Folder"][];
            meta: components["schemas"]["ListMeta"];
        };
        FolderResponse: {
            data: components["schemas"]["Folder"];
        };
        FolderDeletion: {
            name: string;
            /** @constant */
            deleted: true;
            /** @description How many had the name. */
            emails: number;
            /** @description The name that they got instead. */
            moved_to: string | null;
            /** @description The task that changes them, if there are many. */
            task_id: string | null;
        };
        FolderDeletionResponse: {
            data: components["schemas"]["FolderDeletion"];
        };
        LabelList: {
            data: components["schemas"]["Label"][];
            meta: components["schemas"]["ListMeta"];
        };
        LabelResponse: {
            data: components["schemas"]["Label"];
        };
        LabelDeletion: {
            name: string;
            /** @constant */
            deleted: true;
            /** @description How many had the name. */
            emails: number;
            /** @description The name that they got instead. */
            moved_to: string | null;
            /** @description The task that changes them, if there are many. */
            task_id: string | null;
        };
        LabelDeletionResponse: {
            data: components["schemas"]["LabelDeletion"];
        };
        TagList: {
            data: components["schemas"]["Tag"][];
            meta: components["schemas"]["ListMeta"];
        };
        TagResponse: {
            data: components["schemas"]["Tag"];
        };
        TagDeletion: {
            name: string;
            /** @constant */
            deleted: true;
            /** @description How many had the name. */
            contacts: number;
            /** @description The name that they got instead. */
            moved_to: string | null;
            /** @description The task that changes them, if there are many. */
            task_id: string | null;
        };
        TagDeletionResponse: {
            data: components["schemas"]["TagDeletion"];
        };
        EmailAccountResponse: {
            data: components["schemas"]["EmailAccount"];
        };
        EmailAccountList: {
            data: components["schemas"]["EmailAccount"][];
            meta: components["schemas"]["ListMeta"];
        };
        ConnectionTest: {
            smtp: {
                ok: boolean;
                /** @description The reply of the server, or what happened instead. */
                message: string;
                /** @description What the user can do about a failure; null on success. */
                hint: string | null;
            };
            /** @description null without an IMAP server. */
            imap: {
                ok: boolean;
                /** @description The reply of the server, or what happened instead. */
                message: string;
                /** @description What the user can do about a failure; null on success. */
                hint: string | null;
            } | null;
        };
        ConnectionTestResponse: {
            data: components["schemas"]["ConnectionTest"];
        };
        ServerFolder: {
            /** @description Its name at the server. */
            path: string;
            /** @description The folder that its mail has in Daybook. */
            folder: string;
            /**
             * @description What the server says that it is for.
             * @enum {string|null}
             */
            special_use: "INBOX" | "SENT" | "DRAFTS" | "TRASH" | "SPAM" | "ARCHIVE" | null;
            /** @description How many messages it has. */
            messages: number | null;
        };
        ServerFolderList: {
            data: components["schemas"]["ServerFolder"][];
        };
        IdentityResponse: {
            data: components["schemas"]["Identity"];
        };
        IdentityList: {
            data: components["schemas"]["Identity"][];
            meta: components["schemas"]["ListMeta"];
        };
        SyncReport: {
            account_id: string;
            /**
             * @description live: everything is here and the server notifies of changes.
             * @enum {string}
             */
            state: "off" | "waiting" | "syncing" | "live" | "error";
            /** @description Why the last attempt failed. */
            last_error: string | null;
            /**
             * Format: date-time
             * @description When the next attempt follows.
             */
            next_try: string | null;
            /** @description How many mails have changes that wait to be pushed. */
            waiting_changes: number;
            folders: {
                /** @description Its name at the server. */
                path: string;
                /** @description The folder that its mail has in Daybook. */
                folder: string;
                uid_validity: number | null;
                /** @description How many messages the server had. */
                server: number | null;
                /** @description How many of them are here. */
                daybook: number;
                /** @description How many are not here yet. */
                missing: number | null;
                /** @description How many are here and no longer there. */
                extra: number | null;
                /**
                 * Format: date-time
                 * @description When it was last scanned.
                 */
                last_success: string | null;
                /** @description Why the last scan failed. */
                last_error: string | null;
                /**
                 * Format: date-time
                 * @description When the next attempt follows.
                 */
                next_try: string | null;
            }[];
        };
        SyncReportResponse: {
            data: components["schemas"]["SyncReport"];
        };
        SyncRequest: {
            account_id: string;
        };
        SyncRequestResponse: {
            data: components["schemas"]["SyncRequest"];
        };
        StoredFileResponse: {
            data: components["schemas"]["StoredFile"];
        };
        StoredFileList: {
            data: components["schemas"]["StoredFile"][];
            meta: components["schemas"]["ListMeta"];
        };
        TaskResponse: {
            data: components["schemas"]["Task"];
        };
        TaskList: {
            data: components["schemas"]["Task"][];
            meta: components["schemas"]["ListMeta"];
        };
        SettingsResponse: {
            data: components["schemas"]["Settings"];
        };
        ChangesMeta: {
            seq: number;
            has_more: boolean;
        };
        ChangeList: {
            data: components["schemas"]["Change"][];
            meta: components["schemas"]["ChangesMeta"];
        };
        WebhookWithSecret: components["schemas"]["Webhook"] & {
            /** @description How far the changes have been delivered; not part of the changes of a webhook itself. */
            delivery: {
                /** @description The last change that was delivered, or that was not to be sent. */
                last_seq: number;
                /** @description Changes that are still to be sent, counted among the next 1000 of the log. */
                pending: number;
                /**
                 * Format: date-time
                 * @description When a message was last accepted.
                 */
                last_success_at: string | null;
                /**
                 * Format: date-time
                 * @description When a message was last not accepted.
                 */
                last_failure_at: string | null;
                /** @description Why, in plain words. */
                last_error: string | null;
                /**
                 * Format: date-time
                 * @description Since when no message has been accepted; null if the last one was.
                 */
                failing_since: string | null;
                /**
                 * Format: date-time
                 * @description When the next attempt follows, while attempts fail.
                 */
                next_attempt_at: string | null;
            };
            /** @description Only in the response that creates or rotates it. */
            secret: string;
        };
        WebhookWithSecretResponse: {
            data: components["schemas"]["WebhookWithSecret"];
        };
        WebhookList: {
            data: components["schemas"]["Webhook"][];
            meta: components["schemas"]["ListMeta"];
        };
        WebhookResponse: {
            data: components["schemas"]["Webhook"];
        };
        WebhookSecret: {
            /** @description What messages are signed with. */
            secret: string;
            /** @description The one before, while it signs messages too. */
            previous_secret: string | null;
        };
        WebhookSecretResponse: {
            data: components["schemas"]["WebhookSecret"];
        };
        WebhookTest: {
            /** @description Whether the receiver accepted the message. */
            ok: boolean;
            /** @description The webhook-id of the message. */
            message_id: string;
            /** @description That of the answer; null if there was none. */
            status: number | null;
            /** @description How long it took. */
            duration_ms: number;
            /** @description The beginning of the answer. */
            answer: string | null;
            /** @description What went wrong. */
            error: string | null;
            /** @description What to do about it. */
            hint: string | null;
        };
        WebhookTestResponse: {
            data: components["schemas"]["WebhookTest"];
        };
        WebhookDeliveryList: {
            data: components["schemas"]["WebhookDelivery"][];
            meta: components["schemas"]["ListMeta"];
        };
        CurrentSession: {
            user: string;
            /** @description That of the service. */
            timezone: string;
            scopes: string[];
            /** @description The newest change of the user. */
            seq: number;
            /** @description That of the service. */
            version: string;
            /** @description Whether requests need a token. */
            token_required: boolean;
        };
        CurrentSessionResponse: {
            data: components["schemas"]["CurrentSession"];
        };
        CurrentSessionDeletion: {
            /** @description Whether there was a session. */
            ended: boolean;
        };
        CurrentSessionDeletionResponse: {
            data: components["schemas"]["CurrentSessionDeletion"];
        };
        SessionList: {
            data: components["schemas"]["Session"][];
            meta: components["schemas"]["ListMeta"];
        };
        SessionDeletion: {
            id: string;
            /** @constant */
            ended: true;
        };
        SessionDeletionResponse: {
            data: components["schemas"]["SessionDeletion"];
        };
        TokenList: {
            data: components["schemas"]["Token"][];
            meta: components["schemas"]["ListMeta"];
        };
        CreatedToken: {
            /** @description The part of the token that is not secret. */
            id: string;
            name: string;
            scopes: string[];
            /**
             * Format: date-time
             * @description When it was created.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it ends; null: never.
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description When it was revoked.
             */
            revoked_at: string | null;
            /** @description Whether the request, or its session, has this token. */
            is_current: boolean;
            /** @description The token itself, in this response only. */
            token: string;
        };
        CreatedTokenResponse: {
            data: components["schemas"]["CreatedToken"];
        };
        TokenDeletion: {
            id: string;
            /** @constant */
            revoked: true;
        };
        TokenDeletionResponse: {
            data: components["schemas"]["TokenDeletion"];
        };
        About: {
            /** @description That of the service. */
            version: string;
            node_version: string;
            /** @enum {string} */
            engine: "SQLite" | "PostgreSQL";
            engine_version: string;
            /** @description That of the database. */
            schema_version: number;
            /** @description That of the service. */
            timezone: string;
            /**
             * Format: date-time
             * @description When this instance was started.
             */
            started_at: string;
            /** @description Whether requests need a token. */
            token_required: boolean;
            /**
             * Format: date-time
             * @description When the last daybook backup began; null if there was none.
             */
            last_backup_at: string | null;
            /** @description null without the scope admin. */
            details: {
                /** @description The file, or the URL without its password. */
                database: string;
                /** @description The folder of files and of sources of mails. */
                files: string;
                /** @description The size of the database, of all users. */
                database_bytes: number;
                /** @description The size of the files and the sources of mails of the user. */
                files_bytes: number;
                /** @description The file of the last backup, on the machine that made it. */
                last_backup: string | null;
                /** @description Those of --hostnames. */
                hostnames: string[];
            } | null;
        };
        AboutResponse: {
            data: components["schemas"]["About"];
        };
        Highlight: {
            /** @description The field of the record, or attachment_text. */
            field: string;
            parts: {
                text: string;
                match: boolean;
            }[];
        };
        EmailMatch: {
            record: components["schemas"]["Email"];
            highlights: components["schemas"]["Highlight"][];
        };
        EmailMatches: {
            total: number;
            has_more: boolean;
            results: components["schemas"]["EmailMatch"][];
        };
        EventMatch: {
            record: components["schemas"]["Event"];
            highlights: components["schemas"]["Highlight"][];
        };
        EventMatches: {
            total: number;
            has_more: boolean;
            results: components["schemas"]["EventMatch"][];
        };
        ContactMatch: {
            record: components["schemas"]["Contact"];
            highlights: components["schemas"]["Highlight"][];
        };
        ContactMatches: {
            total: number;
            has_more: boolean;
            results: components["schemas"]["ContactMatch"][];
        };
        SearchMeta: {
            kinds: ("emails" | "events" | "contacts")[];
            limit: number;
            offset: number;
            /** @description Operators that could not be read and were searched as text, with what would be right. */
            invalid_operators: {
                operator: string;
                message: string;
            }[];
        };
        SearchResults: {
            data: {
                emails?: components["schemas"]["EmailMatches"];
                events?: components["schemas"]["EventMatches"];
                contacts?: components["schemas"]["ContactMatches"];
            };
            meta: components["schemas"]["SearchMeta"];
        };
        CompactMatches: {
            total: number;
            has_more: boolean;
            results: {
                line: string;
                highlights: components["schemas"]["Highlight"][];
            }[];
        };
        CompactSearchResults: {
            /** @constant */
            format: "compact";
            data: {
                emails?: components["schemas"]["CompactMatches"];
                events?: components["schemas"]["CompactMatches"];
                contacts?: components["schemas"]["CompactMatches"];
            };
            meta: components["schemas"]["SearchMeta"];
        };
        /** @description Only with format=compact: lines for language models instead of data. */
        CompactForm: {
            /** @constant */
            format?: "compact";
            /** @description What the lines are, in a few words. */
            summary?: string;
            lines?: string[];
        };
        CompactRecord: {
            /** @constant */
            format: "compact";
            /** @description What the lines are, in a few words. */
            summary: string;
            lines: string[];
        };
        CompactList: {
            /** @constant */
            format: "compact";
            /** @description What the lines are, in a few words. */
            summary: string;
            lines: string[];
            meta: components["schemas"]["ListMeta"];
        };
        CompactConversations: {
            /** @constant */
            format: "compact";
            /** @description What the lines are, in a few words. */
            summary: string;
            lines: string[];
            meta: components["schemas"]["ConversationListMeta"];
        };
        CompactChanges: {
            /** @constant */
            format: "compact";
            /** @description What the lines are, in a few words. */
            summary: string;
            lines: string[];
            meta: components["schemas"]["ChangesMeta"];
        };
        Health: {
            /** @constant */
            status: "ok";
            version: string;
            uptime_s: number;
            store: {
                /** @constant */
                ready: true;
                writable: boolean;
                /** @enum {string} */
                engine: "SQLite" | "PostgreSQL";
                /** @description How long it took to respond. */
                ms: number;
                /** @description Why writes are not possible. */
                reason?: string;
            };
        };
    };
    responses: {
        /** @description VALIDATION_ERROR: The body is missing, is not JSON, or a field is unknown, of the wrong type or out of range. INVALID_QUERY: A query parameter is unknown or has an invalid value. */
        BadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description INSUFFICIENT_SCOPE: The token lacks the scope that this request needs. FORBIDDEN_ORIGIN: The request comes from a web page of another origin. FORBIDDEN_HOST: The Host header does not name this service. */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description UNAUTHORIZED: The token is missing, unknown, expired or revoked; details.reason is unknown, expired or revoked if one was sent. */
        Unauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description NOT_FOUND: The record or route does not exist. */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description METHOD_NOT_ALLOWED: The path exists, but does not support this method; see the Allow header. */
        MethodNotAllowed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description REQUEST_TIMEOUT: The request or its body did not arrive in time. */
        RequestTimeout: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description AMBIGUOUS_ID: The handle matches more than one record; use the full id. */
        AmbiguousId: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description IDEMPOTENCY_KEY_REUSED: The Idempotency-Key was used with another request, or by another token. */
        IdempotencyKeyReused: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description PRECONDITION_FAILED: The record has changed since the version given in If-Match. */
        PreconditionFailed: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description PAYLOAD_TOO_LARGE: The body is larger than the service accepts. */
        PayloadTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description UNSUPPORTED_MEDIA_TYPE: The body must be sent as application/json, a file as multipart/form-data. */
        UnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description RANGE_NOT_SATISFIABLE: The Range begins after the end of the file. */
        RangeNotSatisfiable: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description RATE_LIMITED: Too many requests; wait for the time given in Retry-After. */
        RateLimited: {
            headers: {
                /** @description Seconds to wait. */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description INTERNAL_ERROR: An internal error occurred; the log has an entry with the request id. */
        InternalError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description SERVICE_UNAVAILABLE: The store is unavailable or not writable, or the service is overloaded; nothing was changed, unless the message says that the outcome is unknown. */
        ServiceUnavailable: {
            headers: {
                /** @description Seconds to wait. */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /** @description The same key with the same request of the same token within 24 h returns the first response; at most 255 characters. */
        IdempotencyKey: string;
        /** @description The source of new records whose body does not name one. */
        Source: string;
        /** @description Only if the record still has this ETag. */
        IfMatch: string;
        /** @description 304 if the record still has this ETag. */
        IfNoneMatch: string;
        /** @description Continue after the message with this id; wins over `since`. */
        LastEventId: string;
        /** @description One range of bytes. */
        Range: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type Event = components['schemas']['Event'];
export type Email = components['schemas']['Email'];
export type Contact = components['schemas']['Contact'];
export type EmailAccount = components['schemas']['EmailAccount'];
export type Identity = components['schemas']['Identity'];
export type TrustedSender = components['schemas']['TrustedSender'];
export type StoredFile = components['schemas']['StoredFile'];
export type Webhook = components['schemas']['Webhook'];
export type Calendar = components['schemas']['Calendar'];
export type Conversation = components['schemas']['Conversation'];
export type Folder = components['schemas']['Folder'];
export type Label = components['schemas']['Label'];
export type Tag = components['schemas']['Tag'];
export type Task = components['schemas']['Task'];
export type Settings = components['schemas']['Settings'];
export type WebhookDelivery = components['schemas']['WebhookDelivery'];
export type Session = components['schemas']['Session'];
export type Token = components['schemas']['Token'];
export type Reminder = components['schemas']['Reminder'];
export type Erased = components['schemas']['Erased'];
export type OmittedChange = components['schemas']['OmittedChange'];
export type Change = components['schemas']['Change'];
export type EventChange = components['schemas']['EventChange'];
export type EventDeletedChange = components['schemas']['EventDeletedChange'];
export type EmailChange = components['schemas']['EmailChange'];
export type EmailDeletedChange = components['schemas']['EmailDeletedChange'];
export type ContactChange = components['schemas']['ContactChange'];
export type ContactDeletedChange = components['schemas']['ContactDeletedChange'];
export type EmailAccountChange = components['schemas']['EmailAccountChange'];
export type EmailAccountDeletedChange = components['schemas']['EmailAccountDeletedChange'];
export type IdentityChange = components['schemas']['IdentityChange'];
export type IdentityDeletedChange = components['schemas']['IdentityDeletedChange'];
export type TrustedSenderChange = components['schemas']['TrustedSenderChange'];
export type TrustedSenderDeletedChange = components['schemas']['TrustedSenderDeletedChange'];
export type StoredFileChange = components['schemas']['StoredFileChange'];
export type StoredFileDeletedChange = components['schemas']['StoredFileDeletedChange'];
export type WebhookChange = components['schemas']['WebhookChange'];
export type WebhookDeletedChange = components['schemas']['WebhookDeletedChange'];
export type ReminderChange = components['schemas']['ReminderChange'];
export type TaskChange = components['schemas']['TaskChange'];
export type CalendarChange = components['schemas']['CalendarChange'];
export type CalendarDeletedChange = components['schemas']['CalendarDeletedChange'];
export type FolderChange = components['schemas']['FolderChange'];
export type FolderDeletedChange = components['schemas']['FolderDeletedChange'];
export type LabelChange = components['schemas']['LabelChange'];
export type LabelDeletedChange = components['schemas']['LabelDeletedChange'];
export type TagChange = components['schemas']['TagChange'];
export type TagDeletedChange = components['schemas']['TagDeletedChange'];
export type SettingsChange = components['schemas']['SettingsChange'];
export type SyncStartedChange = components['schemas']['SyncStartedChange'];
export type SyncProgressChange = components['schemas']['SyncProgressChange'];
export type SyncCompletedChange = components['schemas']['SyncCompletedChange'];
export type SyncErrorChange = components['schemas']['SyncErrorChange'];
export type WebhookPayload = components['schemas']['WebhookPayload'];
export type EventChangePayload = components['schemas']['EventChangePayload'];
export type EventDeletedChangePayload = components['schemas']['EventDeletedChangePayload'];
export type EmailChangePayload = components['schemas']['EmailChangePayload'];
export type EmailDeletedChangePayload = components['schemas']['EmailDeletedChangePayload'];
export type ContactChangePayload = components['schemas']['ContactChangePayload'];
export type ContactDeletedChangePayload = components['schemas']['ContactDeletedChangePayload'];
export type EmailAccountChangePayload = components['schemas']['EmailAccountChangePayload'];
export type EmailAccountDeletedChangePayload = components['schemas']['EmailAccountDeletedChangePayload'];
export type IdentityChangePayload = components['schemas']['IdentityChangePayload'];
export type IdentityDeletedChangePayload = components['schemas']['IdentityDeletedChangePayload'];
export type TrustedSenderChangePayload = components['schemas']['TrustedSenderChangePayload'];
export type TrustedSenderDeletedChangePayload = components['schemas']['TrustedSenderDeletedChangePayload'];
export type StoredFileChangePayload = components['schemas']['StoredFileChangePayload'];
export type StoredFileDeletedChangePayload = components['schemas']['StoredFileDeletedChangePayload'];
export type WebhookChangePayload = components['schemas']['WebhookChangePayload'];
export type WebhookDeletedChangePayload = components['schemas']['WebhookDeletedChangePayload'];
export type ReminderChangePayload = components['schemas']['ReminderChangePayload'];
export type TaskChangePayload = components['schemas']['TaskChangePayload'];
export type CalendarChangePayload = components['schemas']['CalendarChangePayload'];
export type CalendarDeletedChangePayload = components['schemas']['CalendarDeletedChangePayload'];
export type FolderChangePayload = components['schemas']['FolderChangePayload'];
export type FolderDeletedChangePayload = components['schemas']['FolderDeletedChangePayload'];
export type LabelChangePayload = components['schemas']['LabelChangePayload'];
export type LabelDeletedChangePayload = components['schemas']['LabelDeletedChangePayload'];
export type TagChangePayload = components['schemas']['TagChangePayload'];
export type TagDeletedChangePayload = components['schemas']['TagDeletedChangePayload'];
export type SettingsChangePayload = components['schemas']['SettingsChangePayload'];
export type SyncStartedChangePayload = components['schemas']['SyncStartedChangePayload'];
export type SyncProgressChangePayload = components['schemas']['SyncProgressChangePayload'];
export type SyncCompletedChangePayload = components['schemas']['SyncCompletedChangePayload'];
export type SyncErrorChangePayload = components['schemas']['SyncErrorChangePayload'];
export type WebhookTestPayload = components['schemas']['WebhookTestPayload'];
export type ChangesExpiredPayload = components['schemas']['ChangesExpiredPayload'];
export type ErrorCode = components['schemas']['ErrorCode'];
export type Fault = components['schemas']['Fault'];
export type Error = components['schemas']['Error'];
export type EventCreate = components['schemas']['EventCreate'];
export type EventPatch = components['schemas']['EventPatch'];
export type CustomFieldsPatch = components['schemas']['CustomFieldsPatch'];
export type EmailCreate = components['schemas']['EmailCreate'];
export type EmailPatch = components['schemas']['EmailPatch'];
export type ContactCreate = components['schemas']['ContactCreate'];
export type ContactPatch = components['schemas']['ContactPatch'];
export type CalendarCreate = components['schemas']['CalendarCreate'];
export type CalendarPatch = components['schemas']['CalendarPatch'];
export type SnoozeReminder = components['schemas']['SnoozeReminder'];
export type SendEmail = components['schemas']['SendEmail'];
export type EmailDraftCreate = components['schemas']['EmailDraftCreate'];
export type EmailDraftPatch = components['schemas']['EmailDraftPatch'];
export type BatchEmails = components['schemas']['BatchEmails'];
export type SendEmailDraft = components['schemas']['SendEmailDraft'];
export type EmailReply = components['schemas']['EmailReply'];
export type SnoozeEmail = components['schemas']['SnoozeEmail'];
export type UnsubscribeFromEmail = components['schemas']['UnsubscribeFromEmail'];
export type TrustedSenderCreate = components['schemas']['TrustedSenderCreate'];
export type FolderCreate = components['schemas']['FolderCreate'];
export type FolderPatch = components['schemas']['FolderPatch'];
export type LabelCreate = components['schemas']['LabelCreate'];
export type LabelPatch = components['schemas']['LabelPatch'];
export type TagCreate = components['schemas']['TagCreate'];
export type TagPatch = components['schemas']['TagPatch'];
export type EmailAccountCreate = components['schemas']['EmailAccountCreate'];
export type EmailAccountPatch = components['schemas']['EmailAccountPatch'];
export type IdentityCreate = components['schemas']['IdentityCreate'];
export type IdentityPatch = components['schemas']['IdentityPatch'];
export type FileUpload = components['schemas']['FileUpload'];
export type MailImport = components['schemas']['MailImport'];
export type SettingsPatch = components['schemas']['SettingsPatch'];
export type WebhookCreate = components['schemas']['WebhookCreate'];
export type WebhookPatch = components['schemas']['WebhookPatch'];
export type RotateWebhookSecret = components['schemas']['RotateWebhookSecret'];
export type SessionCreate = components['schemas']['SessionCreate'];
export type TokenCreate = components['schemas']['TokenCreate'];
export type ListMeta = components['schemas']['ListMeta'];
export type EventResponse = components['schemas']['EventResponse'];
export type EventList = components['schemas']['EventList'];
export type DeletionResponse = components['schemas']['DeletionResponse'];
export type EmailResponse = components['schemas']['EmailResponse'];
export type EmailList = components['schemas']['EmailList'];
export type ContactResponse = components['schemas']['ContactResponse'];
export type ContactList = components['schemas']['ContactList'];
export type CalendarList = components['schemas']['CalendarList'];
export type CalendarResponse = components['schemas']['CalendarResponse'];
export type CalendarDeletion = components['schemas']['CalendarDeletion'];
export type CalendarDeletionResponse = components['schemas']['CalendarDeletionResponse'];
export type FreeBusy = components['schemas']['FreeBusy'];
export type FreeBusyResponse = components['schemas']['FreeBusyResponse'];
export type FreeSlots = components['schemas']['FreeSlots'];
export type FreeSlotsResponse = components['schemas']['FreeSlotsResponse'];
export type ReminderList = components['schemas']['ReminderList'];
export type ReminderResponse = components['schemas']['ReminderResponse'];
export type RecordError = components['schemas']['RecordError'];
export type BatchResult = components['schemas']['BatchResult'];
export type BatchPreview = components['schemas']['BatchPreview'];
export type AttachedEmail = components['schemas']['AttachedEmail'];
export type AttachedEmailResponse = components['schemas']['AttachedEmailResponse'];
export type ConversationListMeta = components['schemas']['ConversationListMeta'];
export type ConversationList = components['schemas']['ConversationList'];
export type ConversationWithEmails = components['schemas']['ConversationWithEmails'];
export type ConversationResponse = components['schemas']['ConversationResponse'];
export type TrustedSenderResponse = components['schemas']['TrustedSenderResponse'];
export type TrustedSenderList = components['schemas']['TrustedSenderList'];
export type PermanentDeletionResponse = components['schemas']['PermanentDeletionResponse'];
export type Correspondent = components['schemas']['Correspondent'];
export type CorrespondentList = components['schemas']['CorrespondentList'];
export type FolderList = components['schemas']['FolderList'];
export type FolderResponse = components['schemas']['FolderResponse'];
export type FolderDeletion = components['schemas']['FolderDeletion'];
export type FolderDeletionResponse = components['schemas']['FolderDeletionResponse'];
export type LabelList = components['schemas']['LabelList'];
export type LabelResponse = components['schemas']['LabelResponse'];
export type LabelDeletion = components['schemas']['LabelDeletion'];
export type LabelDeletionResponse = components['schemas']['LabelDeletionResponse'];
export type TagList = components['schemas']['TagList'];
export type TagResponse = components['schemas']['TagResponse'];
export type TagDeletion = components['schemas']['TagDeletion'];
export type TagDeletionResponse = components['schemas']['TagDeletionResponse'];
export type EmailAccountResponse = components['schemas']['EmailAccountResponse'];
export type EmailAccountList = components['schemas']['EmailAccountList'];
export type ConnectionTest = components['schemas']['ConnectionTest'];
export type ConnectionTestResponse = components['schemas']['ConnectionTestResponse'];
export type ServerFolder = components['schemas']['ServerFolder'];
export type ServerFolderList = components['schemas']['ServerFolderList'];
export type IdentityResponse = components['schemas']['IdentityResponse'];
export type IdentityList = components['schemas']['IdentityList'];
export type SyncReport = components['schemas']['SyncReport'];
export type SyncReportResponse = components['schemas']['SyncReportResponse'];
export type SyncRequest = components['schemas']['SyncRequest'];
export type SyncRequestResponse = components['schemas']['SyncRequestResponse'];
export type StoredFileResponse = components['schemas']['StoredFileResponse'];
export type StoredFileList = components['schemas']['StoredFileList'];
export type TaskResponse = components['schemas']['TaskResponse'];
export type TaskList = components['schemas']['TaskList'];
export type SettingsResponse = components['schemas']['SettingsResponse'];
export type ChangesMeta = components['schemas']['ChangesMeta'];
export type ChangeList = components['schemas']['ChangeList'];
export type WebhookWithSecret = components['schemas']['WebhookWithSecret'];
export type WebhookWithSecretResponse = components['schemas']['WebhookWithSecretResponse'];
export type WebhookList = components['schemas']['WebhookList'];
export type WebhookResponse = components['schemas']['WebhookResponse'];
export type WebhookSecret = components['schemas']['WebhookSecret'];
export type WebhookSecretResponse = components['schemas']['WebhookSecretResponse'];
export type WebhookTest = components['schemas']['WebhookTest'];
export type WebhookTestResponse = components['schemas']['WebhookTestResponse'];
export type WebhookDeliveryList = components['schemas']['WebhookDeliveryList'];
export type CurrentSession = components['schemas']['CurrentSession'];
export type CurrentSessionResponse = components['schemas']['CurrentSessionResponse'];
export type CurrentSessionDeletion = components['schemas']['CurrentSessionDeletion'];
export type CurrentSessionDeletionResponse = components['schemas']['CurrentSessionDeletionResponse'];
export type SessionList = components['schemas']['SessionList'];
export type SessionDeletion = components['schemas']['SessionDeletion'];
export type SessionDeletionResponse = components['schemas']['SessionDeletionResponse'];
export type TokenList = components['schemas']['TokenList'];
export type CreatedToken = components['schemas']['CreatedToken'];
export type CreatedTokenResponse = components['schemas']['CreatedTokenResponse'];
export type TokenDeletion = components['schemas']['TokenDeletion'];
export type TokenDeletionResponse = components['schemas']['TokenDeletionResponse'];
export type About = components['schemas']['About'];
export type AboutResponse = components['schemas']['AboutResponse'];
export type Highlight = components['schemas']['Highlight'];
export type EmailMatch = components['schemas']['EmailMatch'];
export type EmailMatches = components['schemas']['EmailMatches'];
export type EventMatch = components['schemas']['EventMatch'];
export type EventMatches = components['schemas']['EventMatches'];
export type ContactMatch = components['schemas']['ContactMatch'];
export type ContactMatches = components['schemas']['ContactMatches'];
export type SearchMeta = components['schemas']['SearchMeta'];
export type SearchResults = components['schemas']['SearchResults'];
export type CompactMatches = components['schemas']['CompactMatches'];
export type CompactSearchResults = components['schemas']['CompactSearchResults'];
export type CompactForm = components['schemas']['CompactForm'];
export type CompactRecord = components['schemas']['CompactRecord'];
export type CompactList = components['schemas']['CompactList'];
export type CompactConversations = components['schemas']['CompactConversations'];
export type CompactChanges = components['schemas']['CompactChanges'];
export type Health = components['schemas']['Health'];
export type ResponseBadRequest = components['responses']['BadRequest'];
export type ResponseForbidden = components['responses']['Forbidden'];
export type ResponseUnauthorized = components['responses']['Unauthorized'];
export type ResponseNotFound = components['responses']['NotFound'];
export type ResponseMethodNotAllowed = components['responses']['MethodNotAllowed'];
export type ResponseRequestTimeout = components['responses']['RequestTimeout'];
export type ResponseAmbiguousId = components['responses']['AmbiguousId'];
export type ResponseIdempotencyKeyReused = components['responses']['IdempotencyKeyReused'];
export type ResponsePreconditionFailed = components['responses']['PreconditionFailed'];
export type ResponsePayloadTooLarge = components['responses']['PayloadTooLarge'];
export type ResponseUnsupportedMediaType = components['responses']['UnsupportedMediaType'];
export type ResponseRangeNotSatisfiable = components['responses']['RangeNotSatisfiable'];
export type ResponseRateLimited = components['responses']['RateLimited'];
export type ResponseInternalError = components['responses']['InternalError'];
export type ResponseServiceUnavailable = components['responses']['ServiceUnavailable'];
export type ParameterIdempotencyKey = components['parameters']['IdempotencyKey'];
export type ParameterSource = components['parameters']['Source'];
export type ParameterIfMatch = components['parameters']['IfMatch'];
export type ParameterIfNoneMatch = components['parameters']['IfNoneMatch'];
export type ParameterLastEventId = components['parameters']['LastEventId'];
export type ParameterRange = components['parameters']['Range'];
export type $defs = Record<string, never>;
export interface operations {
    listEvents: {
        parameters: {
            query?: {
                /** @description Number of records; at most 500, a larger number is lowered to it. 0 returns only the total. */
                limit?: number;
                /** @description Number of records to skip. */
                offset?: number;
                /** @description The sort field. Records without it are last. */
                sort?: "start_at" | "created_at" | "updated_at" | "title";
                /** @description The sort direction. */
                order?: "asc" | "desc";
                /** @description Words that must all occur, each as the beginning of a word; "words in quotes" must be adjacent. */
                search?: string;
                /** @description Only this calendar. */
                calendar_name?: string;
                /** @description Only events in this state. */
                status?: "confirmed" | "tentative" | "cancelled";
                /** @description Only events of this origin. */
                source?: string;
                /** @description Also records in the trash. */
                include_deleted?: boolean;
                /** @description Only records in the trash. */
                only_deleted?: boolean;
                /** @description Only these fields, separated by commas, and id. */
                fields?: string;
                /** @description compact: one short line for each record, for language models. */
                format?: "json" | "compact";
                /** @description Only records whose start_at is not before this time or day. */
                from?: string;
                /** @description Only records whose start_at is not after this time or day. */
                to?: string;
                /** @description Time zone of days in this request, by its IANA or Windows name; the default is that of the service. */
                tz?: string;
                /** @description What takes place on these days, running events included; a series only on the day of its start, unless expand=true: today, tomorrow, this_week, this_month, or a date; takes precedence over from and to. */
                date?: string;
                /** @description true: return recurring events as their occurrences. The range (date, or from and to) then selects what overlaps it, running events included. Birthdays are only in expanded lists. */
                expand?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of records, or compact lines with format=compact. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventList"] & components["schemas"]["CompactForm"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request of the same token within 24 h returns the first response; at most 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The source of new records whose body does not name one. */
                "X-Source"?: components["parameters"]["Source"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EventCreate"];
            };
        };
        responses: {
            /** @description The record. */
            201: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The version of the record. */
                    ETag?: string;
                    /** @description true when this is the first answer again. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description CONFLICT: A record with the same source and source_id exists, and details.id names it; or the name of a calendar, folder, label or tag is taken; or the user has as many webhooks as allowed. IDEMPOTENCY_KEY_REUSED: The Idempotency-Key was used with another request, or by another token. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getEvent: {
        parameters: {
            query?: {
                /** @description Only these fields, separated by commas, and id. */
                fields?: string;
                /** @description compact: a few short lines without empty fields, for language models. */
                format?: "json" | "compact";
                /** @description Time zone of the times in a compact record; the default is that of the service. */
                tz?: string;
            };
            header?: {
                /** @description 304 if the record still has this ETag. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id, or the handle of a compact list (# written as %23, or omitted). Followed by _20260602T090000Z, or _20260602 of an all-day event, it is an occurrence of a series. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record, or compact lines with format=compact. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The version of the record. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventResponse"] & components["schemas"]["CompactForm"];
                };
            };
            /** @description The record still has the ETag given in If-None-Match. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["AmbiguousId"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteEvent: {
        parameters: {
            query?: {
                /** @description true: delete permanently, without the trash; also needs the scope events:erase. */
                permanent?: boolean;
                /** @description With the id of an occurrence: this, the default, adds it to the exdates of its series, and it can be restored; following ends the series before it, which PATCH of recurrence undoes, not restore; all moves the series to the trash. */
                scope?: "this" | "following" | "all";
            };
            header?: {
                /** @description The same key with the same request of the same token within 24 h returns the first response; at most 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Only if the record still has this ETag. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id, or the handle of a compact list (# written as %23, or omitted). Followed by _20260602T090000Z, or _20260602 of an all-day event, it is an occurrence of a series. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Moved to the trash: id and deleted_at. Permanently deleted: id and deleted. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The version of the record. */
                    ETag?: string;
                    /** @description true when this is the first answer again. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletionResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description AMBIGUOUS_ID: The handle matches more than one record; use the full id. ALREADY_DELETED: The record is already in the trash. READ_ONLY: Birthdays are computed from contacts, the calendar default and folders with a role always exist, and a folder at a mail server is changed there: this cannot be changed. IDEMPOTENCY_KEY_REUSED: The Idempotency-Key was used with another request, or by another token. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateEvent: {
        parameters: {
            query?: {
                /** @description With the id of an occurrence: this one (the default), this and the following ones, or all of its series. following splits the series and responds with the new one. */
                scope?: "this" | "following" | "all";
            };
            header?: {
                /** @description The same key with the same request of the same token within 24 h returns the first response; at most 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Only if the record still has this ETag. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id, or the handle of a compact list (# written as %23, or omitted). Followed by _20260602T090000Z, or _20260602 of an all-day event, it is an occurrence of a series. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["EventPatch"];
            };
        };
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The version of the record. */
                    ETag?: string;
                    /** @description true when this is the first answer again. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description AMBIGUOUS_ID: The handle matches more than one record; use the full id. READ_ONLY: Birthdays are computed from contacts, the calendar default and folders with a role always exist, and a folder at a mail server is changed there: this cannot be changed. IDEMPOTENCY_KEY_REUSED: The Idempotency-Key was used with another request, or by another token. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    mergeEventCustomFields: {
        parameters: {
            query?: {
                /** @description With the id of an occurrence: this one (the default), this and the following ones, or all of its series. following splits the series and responds with the new one. */
                scope?: "this" | "following" | "all";
            };
            header?: {
                /** @description The same key with the same request of the same token within 24 h returns the first response; at most 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Only if the record still has this ETag. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id, or the handle of a compact list (# written as %23, or omitted). Followed by _20260602T090000Z, or _20260602 of an all-day event, it is an occurrence of a series. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomFieldsPatch"];
            };
        };
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The version of the record. */
                    ETag?: string;
                    /** @description true when this is the first answer again. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description AMBIGUOUS_ID: The handle matches more than one record; use the full id. READ_ONLY: Birthdays are computed from contacts, the calendar default and folders with a role always exist, and a folder at a mail server is changed there: this cannot be changed. IDEMPOTENCY_KEY_REUSED: The Idempotency-Key was used with another request, or by another token. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    restoreEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request of the same token within 24 h returns the first response; at most 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id, or the handle of a compact list (# written as %23, or omitted). Followed by _20260602T090000Z, or _20260602 of an all-day event, it is an occurrence of a series. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The version of the record. */
                    ETag?: string;
                    /** @description true when this is the first answer again. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description AMBIGUOUS_ID: The handle matches more than one record; use the full id. NOT_DELETED: The record is not in the trash. READ_ONLY: Birthdays are computed from contacts, the calendar default and folders with a role always exist, and a folder at a mail server is changed there: this cannot be changed. IDEMPOTENCY_KEY_REUSED: The Idempotency-Key was used with another request, or by another token. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listEmails: {
        parameters: {
            query?: {
                /** @description Number of records; at most 500, a larger number is lowered to it. 0 returns only the total. */
                limit?: number;
                /** @description Number of records to skip. */
                offset?: number;
                /** @description The sort field. Records without it are last. */
                sort?: "received_at" | "created_at" | "subject";
                /** @description The sort direction. */
                order?: "asc" | "desc";
                /** @description Words that must all occur, each as the beginning of a word; "words in quotes" must be adjacent. */
                search?: string;
                /** @description A search with operators, as people type it: words and "phrases" as in search, also in recipients and attachments; from: to: cc: bcc: subject: filename: in: label: has:attachment is:unread is:read is:starred before: after: -without, a OR b, and parentheses. Days are in tz, else in the time zone of the settings. */
                q?: string;
                /** @description Only this folder. */
                folder?: string;
                /** @description Only read or only unread mail. */
                is_read?: boolean;
                /** @description Only starred or only unstarred mail. */
                is_starred?: boolean;
                /** @description Only mail with or without attachments. */
                has_attachments?: boolean;
                /** @description All mail of one thread. */
                thread_id?: string;
                /** @description Only mail of this account. */
                account_id?: string;
                /** @description Only mail in this state. */
                status?: "received" | "draft" | "queued" | "scheduled" | "sending" | "sent" | "failed";
                /** @description Only mail with this label. */
                label?: string;
                /** @description true: only snoozed mail; false: all but snoozed mail. */
                snoozed?: boolean;
                /** @description Also records in the trash. */
                include_deleted?: boolean;
                /** @description Only records in the trash. */
                only_deleted?: boolean;
                /** @description Only these fields, separated by commas, and id. */
                fields?: string;
                /** @description false: without body_plain and body_html. */
                body?: boolean;
                /** @description compact: one short line for each record, for language models. */
                format?: "json" | "compact";
                /** @description Only records whose received_at is not before this time or day. */
                from?: string;
                /** @description Only records whose received_at is not after this time or day. */
                to?: string;
                /** @description Time zone of days in this request, by its IANA or Windows name; the default is that of the service. */
                tz?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of records, or compact lines with format=compact. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailList"] & components["schemas"]["CompactForm"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createEmail: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request of the same token within 24 h returns the first response; at most 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The source of new records whose body does not name one. */
                "X-Source"?: components["parameters"]["Source"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmailCreate"];
            };
        };
        responses: {
            /** @description The record. */
            201: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The version of the record. */
                    ETag?: string;
                    /** @description true when this is the first answer again. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description CONFLICT: A record with the same source and source_id exists, and details.id names it; or the name of a calendar, folder, label or tag is taken; or the user has as many webhooks as allowed. IDEMPOTENCY_KEY_REUSED: The Idempotency-Key was used with another request, or by another token. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getEmail: {
        parameters: {
            query?: {
                /** @description Only these fields, separated by commas, and id. */
                fields?: string;
                /** @description compact: a few short lines without empty fields, for language models. */
                format?: "json" | "compact";
                /** @description Time zone of the times in a compact record; the default is that of the service. */
                tz?: string;
            };
            header?: {
                /** @description 304 if the record still has this ETag. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id, or the handle of a compact list (# written as %23, or omitted). */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record, or compact lines with format=compact. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The version of the record. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailResponse"] & components["schemas"]["CompactForm"];
                };
            };
            /** @description The record still has the ETag given in If-None-Match. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["AmbiguousId"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteEmail: {
        parameters: {
            query?: {
                /** @description true: delete permanently, without the trash; also needs the scope emails:erase. */
                permanent?: boolean;
            };
            header?: {
                /** @description The same key with the same request of the same token within 24 h returns the first response; at most 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Only if the record still has this ETag. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id, or the handle of a compact list (# written as %23, or omitted). */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Moved to the trash: id and deleted_at. Permanently deleted: id and deleted. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The version of the record. */
                    ETag?: string;
                    /** @description true when this is the first answer again. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletionResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description AMBIGUOUS_ID: The handle matches more than one record; use the full id. ALREADY_DELETED: The record is already in the trash. IDEMPOTENCY_KEY_REUSED: The Idempotency-Key was used with another request, or by another token. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateEmail: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request of the same token within 24 h returns the first response; at most 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Only if the record still has this ETag. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id, or the handle of a compact list (# written as %23, or omitted). */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["EmailPatch"];
            };
        };
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The version of the record. */
                    ETag?: string;
                    /** @description true when this is the first answer again. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description AMBIGUOUS_ID: The handle matches more than one record; use the full id. IDEMPOTENCY_KEY_REUSED: The Idempotency-Key was used with another request, or by another token. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    mergeEmailCustomFields: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request of the same token within 24 h returns the first response; at most 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Only if the record still has this ETag. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id, or the handle of a compact list (# written as %23, or omitted). */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomFieldsPatch"];
            };
        };
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The version of the record. */
                    ETag?: string;
                    /** @description true when this is the first answer again. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description AMBIGUOUS_ID: The handle matches more than one record; use the full id. IDEMPOTENCY_KEY_REUSED: The Idempotency-Key was used with another request, or by another token. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    restoreEmail: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request of the same token within 24 h returns the first response; at most 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id, or the handle of a compact list (# written as %23, or omitted). */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The version of the record. */
                    ETag?: string;
                    /** @description true when this is the first answer again. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description AMBIGUOUS_ID: The handle matches more than one record; use the full id. NOT_DELETED: The record is not in the trash. IDEMPOTENCY_KEY_REUSED: The Idempotency-Key was used with another request, or by another token. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listContacts: {
        parameters: {
            query?: {
                /** @description Number of records; at most 500, a larger number is lowered to it. 0 returns only the total. */
                limit?: number;
                /** @description Number of records to skip. */
                offset?: number;
                /** @description The sort field. Records without it are last. */
                sort?: "display_name" | "created_at" | "updated_at" | "company";
                /** @description The sort direction. */
                order?: "asc" | "desc";
                /** @description Words that must all occur, each as the beginning of a word; "words in quotes" must be adjacent. */
                search?: string;
                /** @description Only contacts with this tag; repeated, with all of them. */
                tag?: string[];
                /** @description Part of the company’s name, in any case. */
                company?: string;
                /** @description Only contacts of this origin. */
                source?: string;
                /** @description Also records in the trash. */
                include_deleted?: boolean;
                /** @description Only records in the trash. */
                only_deleted?: boolean;
                /** @description Only these fields, separated by commas, and id. */
                fields?: string;
                /** @description compact: one short line for each record, for language models. */
                format?: "json" | "compact";
                /** @description Time zone of days in this request, by its IANA or Windows name; the default is that of the service. */
                tz?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of records, or compact lines with format=compact. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactList"] & components["schemas"]["CompactForm"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createContact: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request of the same token within 24 h returns the first response; at most 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The source of new records whose body does not name one. */
                "X-Source"?: components["parameters"]["Source"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactCreate"];
            };
        };
        responses: {
            /** @description The record. */
            201: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The version of the record. */
                    ETag?: string;
                    /** @description true when this is the first answer again. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description CONFLICT: A record with the same source and source_id exists, and details.id names it; or the name of a calendar, folder, label or tag is taken; or the user has as many webhooks as allowed. IDEMPOTENCY_KEY_REUSED: The Idempotency-Key was used with another request, or by another token. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getContact: {
        parameters: {
            query?: {
                /** @description Only these fields, separated by commas, and id. */
                fields?: string;
                /** @description compact: a few short lines without empty fields, for language models. */
                format?: "json" | "compact";
                /** @description Time zone of the times in a compact record; the default is that of the service. */
                tz?: string;
            };
            header?: {
                /** @description 304 if the record still has this ETag. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id, or the handle of a compact list (# written as %23, or omitted). */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record, or compact lines with format=compact. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The version of the record. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactResponse"] & components["schemas"]["CompactForm"];
                };
            };
            /** @description The record still has the ETag given in If-None-Match. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["AmbiguousId"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteContact: {
        parameters: {
            query?: {
                /** @description true: delete permanently, without the trash; also needs the scope contacts:erase. */
                permanent?: boolean;
            };
            header?: {
                /** @description The same key with the same request of the same token within 24 h returns the first response; at most 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Only if the record still has this ETag. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id, or the handle of a compact list (# written as %23, or omitted). */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Moved to the trash: id and deleted_at. Permanently deleted: id and deleted. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The version of the record. */
                    ETag?: string;
                    /** @description true when this is the first answer again. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletionResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description AMBIGUOUS_ID: The handle matches more than one record; use the full id. ALREADY_DELETED: The record is already in the trash. IDEMPOTENCY_KEY_REUSED: The Idempotency-Key was used with another request, or by another token. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateContact: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request of the same token within 24 h returns the first response; at most 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Only if the record still has this ETag. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id, or the handle of a compact list (# written as %23, or omitted). */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ContactPatch"];
            };
        };
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The version of the record. */
                    ETag?: string;
                    /** @description true when this is the first answer again. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description AMBIGUOUS_ID: The handle matches more than one record; use the full id. IDEMPOTENCY_KEY_REUSED: The Idempotency-Key was used with another request, or by another token. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    mergeContactCustomFields: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request of the same token within 24 h returns the first response; at most 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Only if the record still has this ETag. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id, or the handle of a compact list (# written as %23, or omitted). */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomFieldsPatch"];
            };
        };
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The version of the record. */
                    ETag?: string;
                    /** @description true when this is the first answer again. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description AMBIGUOUS_ID: The handle matches more than one record; use the full id. IDEMPOTENCY_KEY_REUSED: The Idempotency-Key was used with another request, or by another token. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    restoreContact: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request of the same token within 24 h returns the first response; at most 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id, or the handle of a compact list (# written as %23, or omitted). */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The version of the record. */
                    ETag?: string;
                    /** @description true when this is the first answer again. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description AMBIGUOUS_ID: The handle matches more than one record; use the full id. NOT_DELETED: The record is not in the trash. IDEMPOTENCY_KEY_REUSED: The Idempotency-Key was used with another request, or by another token. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listCalendars: {
        parameters: {
            query?: {
                /** @description At most 500. */
                limit?: number;
                /** @description Number of calendars to skip. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of records. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CalendarList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createCalendar: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request of the same token within 24 h returns the first response; at most 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CalendarCreate"];
            };
        };
        responses: {
            /** @description The record. */
            201: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The version of the record. */
                    ETag?: string;
                    /** @description true when this is the first answer again. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CalendarResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description CONFLICT: A record with the same source and source_id exists, and details.id names it; or the name of a calendar, folder, label or tag is taken; or the user has as many webhooks as allowed. READ_ONLY: Birthdays are computed from contacts, the calendar default and folders with a role always exist, and a folder at a mail server is changed there: this cannot be changed. IDEMPOTENCY_KEY_REUSED: The Idempotency-Key was used with another request, or by another token. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getCalendar: {
        parameters: {
            query?: {
                /** @description Only these fields, separated by commas, and name. */
                fields?: string;
                /** @description compact: a few short lines without empty fields, for language models. */
                format?: "json" | "compact";
                /** @description Time zone of the times in a compact record; the default is that of the service. */
                tz?: string;
            };
            header?: {
                /** @description 304 if the record still has this ETag. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The name of the calendar, percent-encoded, such as music%20%26%20sport. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record, or compact lines with format=compact. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The version of the record. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CalendarResponse"] & components["schemas"]["CompactForm"];
                };
            };
            /** @description The record still has the ETag given in If-None-Match. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteCalendar: {
        parameters: {
            query?: {
                /** @description What to do with its events; required if it has any. */
                events?: "trash" | "move";
                /** @description With events=move: the name of another calendar. */
                to?: string;
            };
            header?: {
                /** @description The same key with the same request of the same token within 24 h returns the first response; at most 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Only if the record still has this ETag. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The name of the calendar, percent-encoded, such as music%20%26%20sport. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description true when this is the first answer again. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CalendarDeletionResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description READ_ONLY: Birthdays are computed from contacts, the calendar default and folders with a role always exist, and a folder at a mail server is changed there: this cannot be changed. IDEMPOTENCY_KEY_REUSED: The Idempotency-Key was used with another request, or by another token. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateCalendar: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request of the same token within 24 h returns the first response; at most 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Only if the record still has this ETag. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The name of the calendar, percent-encoded, such as music%20%26%20sport. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CalendarPatch"];
            };
        };
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The version of the record. */
                    ETag?: string;
                    /** @description true when this is the first answer again. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CalendarResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description CONFLICT: A record with the same source and source_id exists, and details.id names it; or the name of a calendar, folder, label or tag is taken; or the user has as many webhooks as allowed. READ_ONLY: Birthdays are computed from contacts, the calendar default and folders with a role always exist, and a folder at a mail server is changed there: this cannot be changed. IDEMPOTENCY_KEY_REUSED: The Idempotency-Key was used with another request, or by another token. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getFreeBusy: {
        parameters: {
            query?: {
                /** @description Where the range begins, a time or a day; what is before now is included. It is at most 366 days long. */
                from?: string;
                /** @description Where it ends; a day is included. */
                to?: string;
                /** @description Instead of from and to: today, tomorrow, this_week, this_month, or a date; today when none of them is given. */
                date?: string;
                /** @description The time zone of days, working hours and local times, by its IANA or Windows name; the service’s own when not given. */
                tz?: string;
                /** @description Only these calendars, separated by commas; a comma within a name is written as \,. */
                calendars?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FreeBusyResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getFreeSlots: {
        parameters: {
            query?: {
                /** @description Where the range begins, a time or a day; what is before now is included. It is at most 366 days long. */
                from?: string;
                /** @description Where it ends; a day is included. */
                to?: string;
                /** @description Instead of from and to: today, tomorrow, this_week, this_month, or a date; today when none of them is given. */
                date?: string;
                /** @description The time zone of days, working hours and local times, by its IANA or Windows name; the service’s own when not given. */
                tz?: string;
                /** @description Only these calendars, separated by commas; a comma within a name is written as \,. */
                calendars?: string;
                /** @description How long a slot must be at least. */
                minutes?: number;
                /** @description Only within these hours of tz, all hours when not given: days, a space and times. Days are mon, tue, wed, thu, fri, sat and sun, a range of them (mon-fri) or a list (mon,wed), every day when left out; times are ranges such as 09:00-12:30, separated by commas, over midnight too (22:00-06:00). More of both follow after a semicolon: mon-thu 09:00-12:30,13:00-17:00; fri 09:00-13:00. */
                working_hours?: string;
                /** @description Tentative events do not take time. */
                ignore_tentative?: boolean;
                /** @description All-day events do not take time. */
                ignore_all_day?: boolean;
                /** @description How many slots, the first ones; at most 500. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FreeSlotsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listReminders: {
        parameters: {
            query?: {
                /** @description Reminders that are due at this time or day or later, snoozed ones by when they fire again; the last 24 hours when not given. */
                from?: string;
                /** @description Up to this time or day; eight days after from when not given. The range has at most 366 days. */
                to?: string;
                /** @description Instead of from and to: today, tomorrow, this_week, this_month, or a date. */
                date?: string;
                /** @description Only reminders in this state. */
                status?: "pending" | "fired" | "missed" | "snoozed" | "dismissed";
                /** @description Only reminders of this event, or of the occurrences of this series, by its id or handle. */
                event_id?: string;
                /** @description Number of records; at most 500, a larger number is lowered to it. */
                limit?: number;
                /** @description Number of records to skip. */
                offset?: number;
                /** @description Only these fields, separated by commas, and id. */
                fields?: string;
                /** @description compact: one short line for each reminder, for language models. */
                format?: "json" | "compact";
                /** @description The time zone of days in this request (IANA); the service’s own when not given. */
                tz?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of reminders, in the order in which they are due or fire again, or compact lines with format=compact. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReminderList"] & components["schemas"]["CompactForm"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["AmbiguousId"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getReminder: {
        parameters: {
            query?: {
                /** @description Only these fields, separated by commas, and id. */
                fields?: string;
                /** @description compact: a few short lines without empty fields, for language models. */
                format?: "json" | "compact";
                /** @description Time zone of the times in a compact record; the default is that of the service. */
                tz?: string;
            };
            header?: {
                /** @description 304 if the record still has this ETag. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of the reminder, as GET /reminders and event.reminder of the feed have it, or the handle of a compact list (# written as %23, or omitted). */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reminder, or compact lines with format=compact. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The version of the record. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReminderResponse"] & components["schemas"]["CompactForm"];
                };
            };
            /** @description The record still has the ETag given in If-None-Match. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["AmbiguousId"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    dismissReminder: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request of the same token within 24 h returns the first response; at most 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of the reminder, as GET /reminders and event.reminder of the feed have it, or the handle of a compact list (# written as %23, or omitted). */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The reminder. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The version of the record. */
                    ETag?: string;
                    /** @description true when this is the first answer again. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReminderResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description AMBIGUOUS_ID: The handle matches more than one record; use the full id. IDEMPOTENCY_KEY_REUSED: The Idempotency-Key was used with another request, or by another token. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    snoozeReminder: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request of the same token within 24 h returns the first response; at most 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id of the reminder, as GET /reminders and event.reminder of the feed have it, or the handle of a compact list (# written as %23, or omitted). */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SnoozeReminder"];
            };
        };
        responses: {
            /** @description The reminder. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The version of the record. */
                    ETag?: string;
                    /** @description true when this is the first answer again. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReminderResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description AMBIGUOUS_ID: The handle matches more than one record; use the full id. IDEMPOTENCY_KEY_REUSED: The Idempotency-Key was used with another request, or by another token. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    sendEmail: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request of the same token within 24 h returns the first response; at most 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The source of new records whose body does not name one. */
                "X-Source"?: components["parameters"]["Source"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SendEmail"];
            };
        };
        responses: {
            /** @description The record. */
            202: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The version of the record. */
                    ETag?: string;
                    /** @description true when this is the first answer again. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyKeyReused"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description NO_DEFAULT_ACCOUNT: No account_id was given and there is no default email account. ACCOUNT_NOT_CONNECTED: The email account is unknown or not connected. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createEmailDraft: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request of the same token within 24 h returns the first response; at most 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The source of new records whose body does not name one. */
                "X-Source"?: components["parameters"]["Source"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["EmailDraftCreate"];
            };
        };
        responses: {
            /** @description The record. */
            201: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The version of the record. */
                    ETag?: string;
                    /** @description true when this is the first answer again. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyKeyReused"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateEmailDraft: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request of the same token within 24 h returns the first response; at most 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Only if the record still has this ETag. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id, or the handle of a compact list (# written as %23, or omitted). */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["EmailDraftPatch"];
            };
        };
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The version of the record. */
                    ETag?: string;
                    /** @description true when this is the first answer again. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description AMBIGUOUS_ID: The handle matches more than one record; use the full id. NOT_A_DRAFT: Only a draft can be edited, and only a draft or a failed email can be sent. IDEMPOTENCY_KEY_REUSED: The Idempotency-Key was used with another request, or by another token. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    batchEmails: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request of the same token within 24 h returns the first response; at most 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BatchEmails"];
            };
        };
        responses: {
            /** @description The numbers of processed and failed emails, and the errors; with thread_ids, also the number of conversations. With dry_run, the number of emails that match. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description true when this is the first answer again. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchResult"] | components["schemas"]["BatchPreview"];
                };
            };
            /** @description Many emails match: the task that changes them. */
            202: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description true when this is the first answer again. */
                    "Idempotent-Replayed"?: string;
                    /** @description The address of the task. */
                    Location?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description CONFLICT: A record with the same source and source_id exists, and details.id names it; or the name of a calendar, folder, label or tag is taken; or the user has as many webhooks as allowed. IDEMPOTENCY_KEY_REUSED: The Idempotency-Key was used with another request, or by another token. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    sendEmailDraft: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request of the same token within 24 h returns the first response; at most 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id, or the handle of a compact list (# written as %23, or omitted). */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SendEmailDraft"];
            };
        };
        responses: {
            /** @description The record. */
            202: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The version of the record. */
                    ETag?: string;
                    /** @description true when this is the first answer again. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description AMBIGUOUS_ID: The handle matches more than one record; use the full id. NOT_A_DRAFT: Only a draft can be edited, and only a draft or a failed email can be sent. ALREADY_SENT: The email has already been sent. ALREADY_DELETED: The record is already in the trash. IDEMPOTENCY_KEY_REUSED: The Idempotency-Key was used with another request, or by another token. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    cancelEmail: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request of the same token within 24 h returns the first response; at most 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id, or the handle of a compact list (# written as %23, or omitted). */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The version of the record. */
                    ETag?: string;
                    /** @description true when this is the first answer again. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description AMBIGUOUS_ID: The handle matches more than one record; use the full id. NOT_CANCELLABLE: Only a queued or scheduled email can be cancelled. IDEMPOTENCY_KEY_REUSED: The Idempotency-Key was used with another request, or by another token. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    replyToEmail: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request of the same token within 24 h returns the first response; at most 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id, or the handle of a compact list (# written as %23, or omitted). */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["EmailReply"];
            };
        };
        responses: {
            /** @description The record. */
            201: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The version of the record. */
                    ETag?: string;
                    /** @description true when this is the first answer again. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description AMBIGUOUS_ID: The handle matches more than one record; use the full id. NOT_REPLIABLE: Only a received or sent email can be replied to or forwarded. IDEMPOTENCY_KEY_REUSED: The Idempotency-Key was used with another request, or by another token. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    replyToAllOfEmail: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request of the same token within 24 h returns the first response; at most 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id, or the handle of a compact list (# written as %23, or omitted). */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["EmailReply"];
            };
        };
        responses: {
            /** @description The record. */
            201: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The version of the record. */
                    ETag?: string;
                    /** @description true when this is the first answer again. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description AMBIGUOUS_ID: The handle matches more than one record; use the full id. NOT_REPLIABLE: Only a received or sent email can be replied to or forwarded. IDEMPOTENCY_KEY_REUSED: The Idempotency-Key was used with another request, or by another token. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    forwardEmail: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request of the same token within 24 h returns the first response; at most 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id, or the handle of a compact list (# written as %23, or omitted). */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["EmailReply"];
            };
        };
        responses: {
            /** @description The record. */
            201: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The version of the record. */
                    ETag?: string;
                    /** @description true when this is the first answer again. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description AMBIGUOUS_ID: The handle matches more than one record; use the full id. NOT_REPLIABLE: Only a received or sent email can be replied to or forwarded. IDEMPOTENCY_KEY_REUSED: The Idempotency-Key was used with another request, or by another token. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    snoozeEmail: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request of the same token within 24 h returns the first response; at most 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id, or the handle of a compact list (# written as %23, or omitted). */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SnoozeEmail"];
            };
        };
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The version of the record. */
                    ETag?: string;
                    /** @description true when this is the first answer again. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description AMBIGUOUS_ID: The handle matches more than one record; use the full id. ALREADY_DELETED: The record is already in the trash. IDEMPOTENCY_KEY_REUSED: The Idempotency-Key was used with another request, or by another token. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    unsnoozeEmail: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request of the same token within 24 h returns the first response; at most 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id, or the handle of a compact list (# written as %23, or omitted). */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The version of the record. */
                    ETag?: string;
                    /** @description true when this is the first answer again. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description AMBIGUOUS_ID: The handle matches more than one record; use the full id. NOT_SNOOZED: The email is not snoozed. IDEMPOTENCY_KEY_REUSED: The Idempotency-Key was used with another request, or by another token. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    unsubscribeFromEmail: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request of the same token within 24 h returns the first response; at most 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id, or the handle of a compact list (# written as %23, or omitted). */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["UnsubscribeFromEmail"];
            };
        };
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The version of the record. */
                    ETag?: string;
                    /** @description true when this is the first answer again. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description AMBIGUOUS_ID: The handle matches more than one record; use the full id. IDEMPOTENCY_KEY_REUSED: The Idempotency-Key was used with another request, or by another token. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /** @description NOT_UNSUBSCRIBABLE: The email does not offer a way to unsubscribe automatically; details.url is the page to open, if there is one. NO_DEFAULT_ACCOUNT: No account_id was given and there is no default email account. ACCOUNT_NOT_CONNECTED: The email account is unknown or not connected. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            /** @description UNSUBSCRIBE_FAILED: The server of the mailing list could not be reached or rejected the request; the message has the reason. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getEmailRaw: {
        parameters: {
            query?: never;
            header?: {
                /** @description One range of bytes. */
                Range?: components["parameters"]["Range"];
                /** @description 304 if the record still has this ETag. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id, or the handle of a compact list (# written as %23, or omitted). */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The content. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "message/rfc822": unknown;
                };
            };
            /** @description The part requested by Range. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "message/rfc822": unknown;
                };
            };
            /** @description The record still has the ETag given in If-None-Match. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["AmbiguousId"];
            416: components["responses"]["RangeNotSatisfiable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getEmailHtml: {
        parameters: {
            query?: {
                /** @description true: include images from other servers; without it, those of trusted senders are included. The service fetches them, so their servers do not learn the address of the reader, but that the mail is being read. */
                remote?: boolean;
                /** @description dark: light text on a dark background. */
                theme?: "light" | "dark";
                /** @description true: quoted parts are folded, and can be opened. */
                fold?: boolean;
            };
            header?: never;
            path: {
                /** @description The id, or the handle of a compact list (# written as %23, or omitted). */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The content. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description Why images of other servers are shown (requested, trusted) or not: declined by the request; untrusted sender; unverified if the mail claims to be from a trusted sender and may be forged; forbidden if the token may not fetch them; unavailable if the text is shown because the HTML could not be made safe in time. */
                    "X-Remote-Images"?: string;
                    /** @description How many items of other servers were left out. */
                    "X-Blocked-Remote-Items"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["AmbiguousId"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getEmailRemoteImage: {
        parameters: {
            query?: {
                /** @description The address, as the page of the email has it. */
                url?: string;
                /** @description From the page of the email. */
                signature?: string;
            };
            header?: never;
            path: {
                /** @description The id, or the handle of a compact list (# written as %23, or omitted). */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The content. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "image/*": unknown;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["AmbiguousId"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            /** @description IMAGE_UNAVAILABLE: The image of a mail could not be fetched from its server, or is not an image that can be shown. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    markEmailRead: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request of the same token within 24 h returns the first response; at most 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id, or the handle of a compact list (# written as %23, or omitted). */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The version of the record. */
                    ETag?: string;
                    /** @description true when this is the first answer again. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description AMBIGUOUS_ID: The handle matches more than one record; use the full id. IDEMPOTENCY_KEY_REUSED: The Idempotency-Key was used with another request, or by another token. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    markEmailUnread: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request of the same token within 24 h returns the first response; at most 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id, or the handle of a compact list (# written as %23, or omitted). */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The version of the record. */
                    ETag?: string;
                    /** @description true when this is the first answer again. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description AMBIGUOUS_ID: The handle matches more than one record; use the full id. IDEMPOTENCY_KEY_REUSED: The Idempotency-Key was used with another request, or by another token. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    starEmail: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request of the same token within 24 h returns the first response; at most 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id, or the handle of a compact list (# written as %23, or omitted). */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The version of the record. */
                    ETag?: string;
                    /** @description true when this is the first answer again. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description AMBIGUOUS_ID: The handle matches more than one record; use the full id. IDEMPOTENCY_KEY_REUSED: The Idempotency-Key was used with another request, or by another token. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    unstarEmail: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request of the same token within 24 h returns the first response; at most 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id, or the handle of a compact list (# written as %23, or omitted). */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The version of the record. */
                    ETag?: string;
                    /** @description true when this is the first answer again. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description AMBIGUOUS_ID: The handle matches more than one record; use the full id. IDEMPOTENCY_KEY_REUSED: The Idempotency-Key was used with another request, or by another token. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getAttachedEmail: {
        parameters: {
            query?: {
                /** @description Positions in `attachments`, from 0, separated by periods: first of the email, then of the mail that is attached to it, and so on. */
                path?: string;
            };
            header?: never;
            path: {
                /** @description The id, or the handle of a compact list (# written as %23, or omitted). */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AttachedEmailResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["AmbiguousId"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getAttachedEmailHtml: {
        parameters: {
            query?: {
                /** @description Positions in `attachments`, from 0, separated by periods: first of the email, then of the mail that is attached to it, and so on. */
                path?: string;
                /** @description true: include images from other servers; without it, none are included: nobody has verified who wrote an attached mail. The service fetches them, so their servers do not learn the address of the reader, but that the mail is being read. */
                remote?: boolean;
                /** @description dark: light text on a dark background. */
                theme?: "light" | "dark";
                /** @description true: quoted parts are folded, and can be opened. */
                fold?: boolean;
            };
            header?: never;
            path: {
                /** @description The id, or the handle of a compact list (# written as %23, or omitted). */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The content. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description Why images of other servers are shown (requested, trusted) or not: declined by the request; untrusted sender; unverified if the mail claims to be from a trusted sender and may be forged; forbidden if the token may not fetch them; unavailable if the text is shown because the HTML could not be made safe in time. */
                    "X-Remote-Images"?: string;
                    /** @description How many items of other servers were left out. */
                    "X-Blocked-Remote-Items"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["AmbiguousId"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getAttachedEmailFile: {
        parameters: {
            query?: {
                /** @description Positions in `attachments`, from 0, separated by periods: first of the email, then of the mail that is attached to it, and so on. */
                path?: string;
            };
            header?: never;
            path: {
                /** @description The id, or the handle of a compact list (# written as %23, or omitted). */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The content. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": unknown;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["AmbiguousId"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listThreads: {
        parameters: {
            query?: {
                /** @description Number of records; at most 500, a larger number is lowered to it. 0 returns only the total. */
                limit?: number;
                /** @description Number of records to skip. */
                offset?: number;
                /** @description Words that must all occur, each as the beginning of a word; "words in quotes" must be adjacent. */
                search?: string;
                /** @description A search with operators, as people type it: words and "phrases" as in search, also in recipients and attachments; from: to: cc: bcc: subject: filename: in: label: has:attachment is:unread is:read is:starred before: after: -without, a OR b, and parentheses. Days are in tz, else in the time zone of the settings. */
                q?: string;
                /** @description Only this folder. */
                folder?: string;
                /** @description Only read or only unread mail. */
                is_read?: boolean;
                /** @description Only starred or only unstarred mail. */
                is_starred?: boolean;
                /** @description Only mail with or without attachments. */
                has_attachments?: boolean;
                /** @description All mail of one thread. */
                thread_id?: string;
                /** @description Only mail of this account. */
                account_id?: string;
                /** @description Only mail in this state. */
                status?: "received" | "draft" | "queued" | "scheduled" | "sending" | "sent" | "failed";
                /** @description Only mail with this label. */
                label?: string;
                /** @description true: only snoozed mail; false: all but snoozed mail. */
                snoozed?: boolean;
                /** @description Also records in the trash. */
                include_deleted?: boolean;
                /** @description Only records in the trash. */
                only_deleted?: boolean;
                /** @description Only these fields, separated by commas, and id. */
                fields?: string;
                /** @description compact: one short line for each conversation, for language models. */
                format?: "json" | "compact";
                /** @description Only records whose received_at is not before this time or day. */
                from?: string;
                /** @description Only records whose received_at is not after this time or day. */
                to?: string;
                /** @description Time zone of days in this request, by its IANA or Windows name; the default is that of the service. */
                tz?: string;
                /** @description Conversations are in the order of their latest emails. */
                sort?: "latest_at";
                /** @description desc: newest first. */
                order?: "asc" | "desc";
                /** @description Only older conversations than this one, beginning with the next. A cursor of meta.next or meta.previous, or the id or handle of a conversation. */
                before?: string;
                /** @description Only newer conversations than this one, ending or beginning with the next. A cursor of meta.next or meta.previous, or the id or handle of a conversation. */
                after?: string;
                /** @description The page that has this conversation in its middle. A cursor of meta.next or meta.previous, or the id or handle of a conversation. */
                around?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of conversations, or compact lines with format=compact. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConversationList"] & components["schemas"]["CompactForm"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["AmbiguousId"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getThread: {
        parameters: {
            query?: {
                /** @description Number of records; at most 500, a larger number is lowered to it. 0 returns only the total. */
                limit?: number;
                /** @description Number of records to skip. */
                offset?: number;
                /** @description Also records in the trash. */
                include_deleted?: boolean;
                /** @description Only records in the trash. */
                only_deleted?: boolean;
                /** @description Only these fields, separated by commas, and id. */
                fields?: string;
                /** @description false: without body_plain and body_html. */
                body?: boolean;
                /** @description compact: one short line for each record, for language models. */
                format?: "json" | "compact";
                /** @description Time zone of days in this request, by its IANA or Windows name; the default is that of the service. */
                tz?: string;
                /** @description asc: oldest first. Emails that were not sent yet are last in both orders. */
                order?: "asc" | "desc";
            };
            header?: never;
            path: {
                /** @description The id, or the handle of a compact list (# written as %23, or omitted). */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The conversation with a page of its emails, or compact lines with format=compact. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConversationResponse"] & components["schemas"]["CompactForm"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["AmbiguousId"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listTrustedSenders: {
        parameters: {
            query?: {
                /** @description Only this address or domain, in any spelling. */
                sender?: string;
                /** @description Number of records; at most 500, a larger number is lowered to it. */
                limit?: number;
                /** @description Number of records to skip. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of records. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrustedSenderList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createTrustedSender: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request of the same token within 24 h returns the first response; at most 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TrustedSenderCreate"];
            };
        };
        responses: {
            /** @description The record, which existed already. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The version of the record. */
                    ETag?: string;
                    /** @description true when this is the first answer again. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrustedSenderResponse"];
                };
            };
            /** @description The record. */
            201: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The version of the record. */
                    ETag?: string;
                    /** @description true when this is the first answer again. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrustedSenderResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description CONFLICT: A record with the same source and source_id exists, and details.id names it; or the name of a calendar, folder, label or tag is taken; or the user has as many webhooks as allowed. IDEMPOTENCY_KEY_REUSED: The Idempotency-Key was used with another request, or by another token. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getTrustedSender: {
        parameters: {
            query?: {
                /** @description Only these fields, separated by commas, and id. */
                fields?: string;
                /** @description compact: a few short lines without empty fields, for language models. */
                format?: "json" | "compact";
                /** @description Time zone of the times in a compact record; the default is that of the service. */
                tz?: string;
            };
            header?: {
                /** @description 304 if the record still has this ETag. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id, or the handle of a compact list (# written as %23, or omitted). */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record, or compact lines with format=compact. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The version of the record. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrustedSenderResponse"] & components["schemas"]["CompactForm"];
                };
            };
            /** @description The record still has the ETag given in If-None-Match. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["AmbiguousId"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteTrustedSender: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request of the same token within 24 h returns the first response; at most 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Only if the record still has this ETag. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id, or the handle of a compact list (# written as %23, or omitted). */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Permanently deleted. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The version of the record. */
                    ETag?: string;
                    /** @description true when this is the first answer again. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PermanentDeletionResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description AMBIGUOUS_ID: The handle matches more than one record; use the full id. IDEMPOTENCY_KEY_REUSED: The Idempotency-Key was used with another request, or by another token. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listCorrespondents: {
        parameters: {
            query?: {
                /** @description Words that must each be the beginning of a word of the name, the company or the address; the best of all when not given. */
                q?: string;
                /** @description Number of addresses; at most 100, a larger number is lowered to it. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CorrespondentList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description FORBIDDEN_ORIGIN: The request comes from a web page of another origin. FORBIDDEN_HOST: The Host header does not name this service. INSUFFICIENT_SCOPE: The token lacks the scope that this request needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    search: {
        parameters: {
            query: {
                /** @description A search with operators, as people type it: words and "phrases" as in search, also in recipients and attachments; from: to: cc: bcc: subject: filename: in: label: has:attachment is:unread is:read is:starred before: after: -without, a OR b, and parentheses. Days are in tz, else in the time zone of the settings. An operator that a kind does not have matches nothing of it. */
                q: string;
                /** @description Only these, separated by commas: emails, events, contacts. All that the token may read when not given. */
                kinds?: string;
                /** @description How many results of each kind; at most 50, a larger number is lowered to it. */
                limit?: number;
                /** @description How many results to skip; only with a single kind, such as kinds=emails. */
                offset?: number;
                /** @description Also records in the trash. */
                include_deleted?: boolean;
                /** @description Only records in the trash. */
                only_deleted?: boolean;
                /** @description false: emails without body_plain and body_html. */
                body?: boolean;
                /** @description Only these fields, separated by commas, and id. */
                fields?: string;
                /** @description compact: a few short lines without empty fields, for language models. */
                format?: "json" | "compact";
                /** @description Time zone of the times in a compact record; the default is that of the service. */
                tz?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The first matches of each kind, with how many there are, or compact lines with format=compact. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchResults"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description FORBIDDEN_ORIGIN: The request comes from a web page of another origin. FORBIDDEN_HOST: The Host header does not name this service. INSUFFICIENT_SCOPE: The token lacks the scope that this request needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listFolders: {
        parameters: {
            query?: {
                /** @description Only the emails of this account are counted. */
                account_id?: string;
                /** @description A folder appears once for each account that has emails in it. */
                per_account?: boolean;
                /** @description At most 500. */
                limit?: number;
                /** @description Number of folders to skip. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of records. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FolderList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createFolder: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request of the same token within 24 h returns the first response; at most 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FolderCreate"];
            };
        };
        responses: {
            /** @description The record. */
            201: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The version of the record. */
                    ETag?: string;
                    /** @description true when this is the first answer again. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FolderResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description CONFLICT: A record with the same source and source_id exists, and details.id names it; or the name of a calendar, folder, label or tag is taken; or the user has as many webhooks as allowed. IDEMPOTENCY_KEY_REUSED: The Idempotency-Key was used with another request, or by another token. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getFolder: {
        parameters: {
            query?: {
                /** @description Only these fields, separated by commas, and name. */
                fields?: string;
                /** @description compact: a few short lines without empty fields, for language models. */
                format?: "json" | "compact";
                /** @description Time zone of the times in a compact record; the default is that of the service. */
                tz?: string;
            };
            header?: {
                /** @description 304 if the record still has this ETag. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The name of the folder, percent-encoded, such as music%20%26%20sport. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record, or compact lines with format=compact. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The version of the record. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FolderResponse"] & components["schemas"]["CompactForm"];
                };
            };
            /** @description The record still has the ETag given in If-None-Match. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteFolder: {
        parameters: {
            query?: {
                /** @description Merges the two: its emails get this folder, which must exist. */
                to?: string;
            };
            header?: {
                /** @description The same key with the same request of the same token within 24 h returns the first response; at most 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Only if the record still has this ETag. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The name of the folder, percent-encoded, such as music%20%26%20sport. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description true when this is the first answer again. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FolderDeletionResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description READ_ONLY: Birthdays are computed from contacts, the calendar default and folders with a role always exist, and a folder at a mail server is changed there: this cannot be changed. IDEMPOTENCY_KEY_REUSED: The Idempotency-Key was used with another request, or by another token. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateFolder: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request of the same token within 24 h returns the first response; at most 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Only if the record still has this ETag. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The name of the folder, percent-encoded, such as music%20%26%20sport. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["FolderPatch"];
            };
        };
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The version of the record. */
                    ETag?: string;
                    /** @description true when this is the first answer again. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FolderResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description CONFLICT: A record with the same source and source_id exists, and details.id names it; or the name of a calendar, folder, label or tag is taken; or the user has as many webhooks as allowed. READ_ONLY: Birthdays are computed from contacts, the calendar default and folders with a role always exist, and a folder at a mail server is changed there: this cannot be changed. IDEMPOTENCY_KEY_REUSED: The Idempotency-Key was used with another request, or by another token. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listLabels: {
        parameters: {
            query?: {
                /** @description At most 500. */
                limit?: number;
                /** @description Number of labels to skip. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of records. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LabelList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createLabel: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request of the same token within 24 h returns the first response; at most 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LabelCreate"];
            };
        };
        responses: {
            /** @description The record. */
            201: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The version of the record. */
                    ETag?: string;
                    /** @description true when this is the first answer again. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LabelResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description CONFLICT: A record with the same source and source_id exists, and details.id names it; or the name of a calendar, folder, label or tag is taken; or the user has as many webhooks as allowed. IDEMPOTENCY_KEY_REUSED: The Idempotency-Key was used with another request, or by another token. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getLabel: {
        parameters: {
            query?: {
                /** @description Only these fields, separated by commas, and name. */
                fields?: string;
                /** @description compact: a few short lines without empty fields, for language models. */
                format?: "json" | "compact";
                /** @description Time zone of the times in a compact record; the default is that of the service. */
                tz?: string;
            };
            header?: {
                /** @description 304 if the record still has this ETag. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The name of the label, percent-encoded, such as music%20%26%20sport. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record, or compact lines with format=compact. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The version of the record. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LabelResponse"] & components["schemas"]["CompactForm"];
                };
            };
            /** @description The record still has the ETag given in If-None-Match. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteLabel: {
        parameters: {
            query?: {
                /** @description Merges the two: its emails get this label, which must exist. */
                to?: string;
            };
            header?: {
                /** @description The same key with the same request of the same token within 24 h returns the first response; at most 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Only if the record still has this ETag. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The name of the label, percent-encoded, such as music%20%26%20sport. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description true when this is the first answer again. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LabelDeletionResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyKeyReused"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateLabel: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request of the same token within 24 h returns the first response; at most 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Only if the record still has this ETag. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The name of the label, percent-encoded, such as music%20%26%20sport. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["LabelPatch"];
            };
        };
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The version of the record. */
                    ETag?: string;
                    /** @description true when this is the first answer again. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LabelResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description CONFLICT: A record with the same source and source_id exists, and details.id names it; or the name of a calendar, folder, label or tag is taken; or the user has as many webhooks as allowed. IDEMPOTENCY_KEY_REUSED: The Idempotency-Key was used with another request, or by another token. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listTags: {
        parameters: {
            query?: {
                /** @description At most 500. */
                limit?: number;
                /** @description Number of tags to skip. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of records. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TagList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createTag: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request of the same token within 24 h returns the first response; at most 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TagCreate"];
            };
        };
        responses: {
            /** @description The record. */
            201: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The version of the record. */
                    ETag?: string;
                    /** @description true when this is the first answer again. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TagResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description CONFLICT: A record with the same source and source_id exists, and details.id names it; or the name of a calendar, folder, label or tag is taken; or the user has as many webhooks as allowed. IDEMPOTENCY_KEY_REUSED: The Idempotency-Key was used with another request, or by another token. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getTag: {
        parameters: {
            query?: {
                /** @description Only these fields, separated by commas, and name. */
                fields?: string;
                /** @description compact: a few short lines without empty fields, for language models. */
                format?: "json" | "compact";
                /** @description Time zone of the times in a compact record; the default is that of the service. */
                tz?: string;
            };
            header?: {
                /** @description 304 if the record still has this ETag. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The name of the tag, percent-encoded, such as music%20%26%20sport. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record, or compact lines with format=compact. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The version of the record. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TagResponse"] & components["schemas"]["CompactForm"];
                };
            };
            /** @description The record still has the ETag given in If-None-Match. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteTag: {
        parameters: {
            query?: {
                /** @description Merges the two: its contacts get this tag, which must exist. */
                to?: string;
            };
            header?: {
                /** @description The same key with the same request of the same token within 24 h returns the first response; at most 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Only if the record still has this ETag. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The name of the tag, percent-encoded, such as music%20%26%20sport. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description true when this is the first answer again. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TagDeletionResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyKeyReused"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateTag: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request of the same token within 24 h returns the first response; at most 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Only if the record still has this ETag. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The name of the tag, percent-encoded, such as music%20%26%20sport. */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["TagPatch"];
            };
        };
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The version of the record. */
                    ETag?: string;
                    /** @description true when this is the first answer again. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TagResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description CONFLICT: A record with the same source and source_id exists, and details.id names it; or the name of a calendar, folder, label or tag is taken; or the user has as many webhooks as allowed. IDEMPOTENCY_KEY_REUSED: The Idempotency-Key was used with another request, or by another token. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listEmailAccounts: {
        parameters: {
            query?: {
                /** @description Number of records; at most 500, a larger number is lowered to it. */
                limit?: number;
                /** @description Number of records to skip. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of records. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailAccountList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createEmailAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request of the same token within 24 h returns the first response; at most 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmailAccountCreate"];
            };
        };
        responses: {
            /** @description The record. */
            201: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The version of the record. */
                    ETag?: string;
                    /** @description true when this is the first answer again. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailAccountResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description CONFLICT: A record with the same source and source_id exists, and details.id names it; or the name of a calendar, folder, label or tag is taken; or the user has as many webhooks as allowed. IDEMPOTENCY_KEY_REUSED: The Idempotency-Key was used with another request, or by another token. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getEmailAccount: {
        parameters: {
            query?: {
                /** @description Only these fields, separated by commas, and id. */
                fields?: string;
                /** @description compact: a few short lines without empty fields, for language models. */
                format?: "json" | "compact";
                /** @description Time zone of the times in a compact record; the default is that of the service. */
                tz?: string;
            };
            header?: {
                /** @description 304 if the record still has this ETag. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id, or the handle of a compact list (# written as %23, or omitted). */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record, or compact lines with format=compact. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The version of the record. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailAccountResponse"] & components["schemas"]["CompactForm"];
                };
            };
            /** @description The record still has the ETag given in If-None-Match. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["AmbiguousId"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteEmailAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request of the same token within 24 h returns the first response; at most 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Only if the record still has this ETag. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id, or the handle of a compact list (# written as %23, or omitted). */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Permanently deleted. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The version of the record. */
                    ETag?: string;
                    /** @description true when this is the first answer again. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PermanentDeletionResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description AMBIGUOUS_ID: The handle matches more than one record; use the full id. IDEMPOTENCY_KEY_REUSED: The Idempotency-Key was used with another request, or by another token. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateEmailAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request of the same token within 24 h returns the first response; at most 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Only if the record still has this ETag. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id, or the handle of a compact list (# written as %23, or omitted). */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["EmailAccountPatch"];
            };
        };
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The version of the record. */
                    ETag?: string;
                    /** @description true when this is the first answer again. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailAccountResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description AMBIGUOUS_ID: The handle matches more than one record; use the full id. CONFLICT: A record with the same source and source_id exists, and details.id names it; or the name of a calendar, folder, label or tag is taken; or the user has as many webhooks as allowed. IDEMPOTENCY_KEY_REUSED: The Idempotency-Key was used with another request, or by another token. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    testEmailAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request of the same token within 24 h returns the first response; at most 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id, or the handle of a compact list (# written as %23, or omitted). */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description true when this is the first answer again. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectionTestResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description AMBIGUOUS_ID: The handle matches more than one record; use the full id. IDEMPOTENCY_KEY_REUSED: The Idempotency-Key was used with another request, or by another token. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listEmailAccountFolders: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id, or the handle of a compact list (# written as %23, or omitted). */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServerFolderList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["AmbiguousId"];
            /** @description ACCOUNT_NOT_CONNECTED: The email account is unknown or not connected. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            /** @description MAIL_SERVER_FAILED: The mail server could not be reached or rejected the request; the message has its response. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listIdentities: {
        parameters: {
            query?: {
                /** @description Only identities of this account. */
                account_id?: string;
                /** @description Number of records; at most 500, a larger number is lowered to it. */
                limit?: number;
                /** @description Number of records to skip. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of records. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentityList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createIdentity: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request of the same token within 24 h returns the first response; at most 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["IdentityCreate"];
            };
        };
        responses: {
            /** @description The record. */
            201: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The version of the record. */
                    ETag?: string;
                    /** @description true when this is the first answer again. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentityResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description CONFLICT: A record with the same source and source_id exists, and details.id names it; or the name of a calendar, folder, label or tag is taken; or the user has as many webhooks as allowed. IDEMPOTENCY_KEY_REUSED: The Idempotency-Key was used with another request, or by another token. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getIdentity: {
        parameters: {
            query?: {
                /** @description Only these fields, separated by commas, and id. */
                fields?: string;
                /** @description compact: a few short lines without empty fields, for language models. */
                format?: "json" | "compact";
                /** @description Time zone of the times in a compact record; the default is that of the service. */
                tz?: string;
            };
            header?: {
                /** @description 304 if the record still has this ETag. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id, or the handle of a compact list (# written as %23, or omitted). */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record, or compact lines with format=compact. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The version of the record. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentityResponse"] & components["schemas"]["CompactForm"];
                };
            };
            /** @description The record still has the ETag given in If-None-Match. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["AmbiguousId"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteIdentity: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request of the same token within 24 h returns the first response; at most 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Only if the record still has this ETag. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id, or the handle of a compact list (# written as %23, or omitted). */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Permanently deleted. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The version of the record. */
                    ETag?: string;
                    /** @description true when this is the first answer again. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PermanentDeletionResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description AMBIGUOUS_ID: The handle matches more than one record; use the full id. IDEMPOTENCY_KEY_REUSED: The Idempotency-Key was used with another request, or by another token. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateIdentity: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request of the same token within 24 h returns the first response; at most 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Only if the record still has this ETag. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id, or the handle of a compact list (# written as %23, or omitted). */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["IdentityPatch"];
            };
        };
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The version of the record. */
                    ETag?: string;
                    /** @description true when this is the first answer again. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentityResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description AMBIGUOUS_ID: The handle matches more than one record; use the full id. IDEMPOTENCY_KEY_REUSED: The Idempotency-Key was used with another request, or by another token. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getEmailAccountSync: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id, or the handle of a compact list (# written as %23, or omitted). */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SyncReportResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["AmbiguousId"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    syncEmailAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request of the same token within 24 h returns the first response; at most 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id, or the handle of a compact list (# written as %23, or omitted). */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result. */
            202: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description true when this is the first answer again. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SyncRequestResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description AMBIGUOUS_ID: The handle matches more than one record; use the full id. SYNC_OFF: The email account is not synchronised. IDEMPOTENCY_KEY_REUSED: The Idempotency-Key was used with another request, or by another token. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listFiles: {
        parameters: {
            query?: {
                /** @description Number of records; at most 500, a larger number is lowered to it. */
                limit?: number;
                /** @description Number of records to skip. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of records. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoredFileList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    uploadFile: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request of the same token within 24 h returns the first response; at most 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["FileUpload"];
            };
        };
        responses: {
            /** @description The record. */
            201: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The version of the record. */
                    ETag?: string;
                    /** @description true when this is the first answer again. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoredFileResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyKeyReused"];
            /** @description QUOTA_EXCEEDED: The file would exceed the quota for the files of one user. PAYLOAD_TOO_LARGE: The body is larger than the service accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getFile: {
        parameters: {
            query?: {
                /** @description Only these fields, separated by commas, and id. */
                fields?: string;
                /** @description compact: a few short lines without empty fields, for language models. */
                format?: "json" | "compact";
                /** @description Time zone of the times in a compact record; the default is that of the service. */
                tz?: string;
            };
            header?: {
                /** @description 304 if the record still has this ETag. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id, or the handle of a compact list (# written as %23, or omitted). */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record, or compact lines with format=compact. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The version of the record. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoredFileResponse"] & components["schemas"]["CompactForm"];
                };
            };
            /** @description The record still has the ETag given in If-None-Match. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["AmbiguousId"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteFile: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request of the same token within 24 h returns the first response; at most 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Only if the record still has this ETag. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id, or the handle of a compact list (# written as %23, or omitted). */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Permanently deleted. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The version of the record. */
                    ETag?: string;
                    /** @description true when this is the first answer again. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PermanentDeletionResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description AMBIGUOUS_ID: The handle matches more than one record; use the full id. FILE_IN_USE: The file is attached to an email that has not been sent yet; details.email_id names the email. IDEMPOTENCY_KEY_REUSED: The Idempotency-Key was used with another request, or by another token. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getFileContent: {
        parameters: {
            query?: never;
            header?: {
                /** @description One range of bytes. */
                Range?: components["parameters"]["Range"];
                /** @description 304 if the record still has this ETag. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id, or the handle of a compact list (# written as %23, or omitted). */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The content. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": unknown;
                };
            };
            /** @description The part requested by Range. */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": unknown;
                };
            };
            /** @description The record still has the ETag given in If-None-Match. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["AmbiguousId"];
            416: components["responses"]["RangeNotSatisfiable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    importMail: {
        parameters: {
            query?: {
                /** @description The folder for all mail; by the names of files and folders when not given. */
                folder?: string;
                /** @description The email account that the mail belongs to; none when not given. */
                account_id?: string;
            };
            header?: {
                /** @description The same key with the same request of the same token within 24 h returns the first response; at most 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["MailImport"];
            };
        };
        responses: {
            /** @description The record. */
            202: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The version of the record. */
                    ETag?: string;
                    /** @description true when this is the first answer again. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description CONFLICT: A record with the same source and source_id exists, and details.id names it; or the name of a calendar, folder, label or tag is taken; or the user has as many webhooks as allowed. IDEMPOTENCY_KEY_REUSED: The Idempotency-Key was used with another request, or by another token. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description QUOTA_EXCEEDED: The file would exceed the quota for the files of one user. PAYLOAD_TOO_LARGE: The body is larger than the service accepts. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    cancelImport: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request of the same token within 24 h returns the first response; at most 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Only if the record still has this ETag. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id, or the handle of a compact list (# written as %23, or omitted). */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The version of the record. */
                    ETag?: string;
                    /** @description true when this is the first answer again. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyKeyReused"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    exportRecords: {
        parameters: {
            query: {
                /** @description What is exported; it needs the scope to read it. */
                kind: "emails" | "events" | "contacts";
                /** @description Only emails of this folder, without those in the trash. */
                folder?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The content. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description How many records the file has when it is complete. */
                    "X-Total-Count"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/mbox": unknown;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description FORBIDDEN_ORIGIN: The request comes from a web page of another origin. FORBIDDEN_HOST: The Host header does not name this service. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listTasks: {
        parameters: {
            query?: {
                /** @description Number of records; at most 500, a larger number is lowered to it. */
                limit?: number;
                /** @description Number of records to skip. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of records. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description FORBIDDEN_ORIGIN: The request comes from a web page of another origin. FORBIDDEN_HOST: The Host header does not name this service. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getTask: {
        parameters: {
            query?: {
                /** @description Only these fields, separated by commas, and id. */
                fields?: string;
                /** @description compact: a few short lines without empty fields, for language models. */
                format?: "json" | "compact";
                /** @description Time zone of the times in a compact record; the default is that of the service. */
                tz?: string;
            };
            header?: {
                /** @description 304 if the record still has this ETag. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id, or the handle of a compact list (# written as %23, or omitted). */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record, or compact lines with format=compact. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The version of the record. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaskResponse"] & components["schemas"]["CompactForm"];
                };
            };
            /** @description The record still has the ETag given in If-None-Match. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description FORBIDDEN_ORIGIN: The request comes from a web page of another origin. FORBIDDEN_HOST: The Host header does not name this service. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getSettings: {
        parameters: {
            query?: never;
            header?: {
                /** @description 304 if the record still has this ETag. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The version of the record. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettingsResponse"];
                };
            };
            /** @description The record still has the ETag given in If-None-Match. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description FORBIDDEN_ORIGIN: The request comes from a web page of another origin. FORBIDDEN_HOST: The Host header does not name this service. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateSettings: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request of the same token within 24 h returns the first response; at most 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SettingsPatch"];
            };
        };
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The version of the record. */
                    ETag?: string;
                    /** @description true when this is the first answer again. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettingsResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyKeyReused"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listChanges: {
        parameters: {
            query?: {
                /** @description The seq of the last change that the client has received; 0 for the whole log. */
                since?: number;
                /** @description Number of changes; at most 1000. */
                limit?: number;
                /** @description Only these events, separated by commas; email.* means all events of emails. */
                events?: string;
                /** @description false: emails without body_plain and body_html. */
                body?: boolean;
                /** @description compact: one short line for each change, for language models. */
                format?: "json" | "compact";
                /** @description Time zone of the times in compact lines; the default is that of the service. */
                tz?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Changes after `since`, oldest first, or compact lines with format=compact. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangeList"] & components["schemas"]["CompactForm"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description FORBIDDEN_ORIGIN: The request comes from a web page of another origin. FORBIDDEN_HOST: The Host header does not name this service. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            /** @description CURSOR_EXPIRED: The change log does not contain this `since`: it is too old, or beyond the newest change. Read the lists again. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    streamChanges: {
        parameters: {
            query?: {
                /** @description First replay every change after this seq. */
                since?: number;
                /** @description Only these events, separated by commas; email.* means all events of emails. */
                events?: string;
                /** @description false: emails without body_plain and body_html. */
                body?: boolean;
                /** @description The token, for clients that cannot set headers. */
                token?: string;
                /** @description true: each message has an event field with the name of its event, so that addEventListener of an EventSource receives it; false: none has, and onmessage receives all. */
                named?: boolean;
            };
            header?: {
                /** @description Continue after the message with this id; wins over `since`. */
                "Last-Event-ID"?: components["parameters"]["LastEventId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The content. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description FORBIDDEN_ORIGIN: The request comes from a web page of another origin. FORBIDDEN_HOST: The Host header does not name this service. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            /** @description CURSOR_EXPIRED: The change log does not contain this `since`: it is too old, or beyond the newest change. Read the lists again. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /** @description Number of records; at most 500, a larger number is lowered to it. */
                limit?: number;
                /** @description Number of records to skip. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of records. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request of the same token within 24 h returns the first response; at most 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookCreate"];
            };
        };
        responses: {
            /** @description The record. */
            201: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The version of the record. */
                    ETag?: string;
                    /** @description true when this is the first answer again. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecretResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description CONFLICT: A record with the same source and source_id exists, and details.id names it; or the name of a calendar, folder, label or tag is taken; or the user has as many webhooks as allowed. IDEMPOTENCY_KEY_REUSED: The Idempotency-Key was used with another request, or by another token. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getWebhook: {
        parameters: {
            query?: {
                /** @description Only these fields, separated by commas, and id. */
                fields?: string;
                /** @description compact: a few short lines without empty fields, for language models. */
                format?: "json" | "compact";
                /** @description Time zone of the times in a compact record; the default is that of the service. */
                tz?: string;
            };
            header?: {
                /** @description 304 if the record still has this ETag. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id, or the handle of a compact list (# written as %23, or omitted). */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record, or compact lines with format=compact. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The version of the record. */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookResponse"] & components["schemas"]["CompactForm"];
                };
            };
            /** @description The record still has the ETag given in If-None-Match. */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["AmbiguousId"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request of the same token within 24 h returns the first response; at most 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Only if the record still has this ETag. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id, or the handle of a compact list (# written as %23, or omitted). */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Permanently deleted. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The version of the record. */
                    ETag?: string;
                    /** @description true when this is the first answer again. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PermanentDeletionResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description AMBIGUOUS_ID: The handle matches more than one record; use the full id. IDEMPOTENCY_KEY_REUSED: The Idempotency-Key was used with another request, or by another token. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request of the same token within 24 h returns the first response; at most 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Only if the record still has this ETag. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id, or the handle of a compact list (# written as %23, or omitted). */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WebhookPatch"];
            };
        };
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The version of the record. */
                    ETag?: string;
                    /** @description true when this is the first answer again. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description AMBIGUOUS_ID: The handle matches more than one record; use the full id. IDEMPOTENCY_KEY_REUSED: The Idempotency-Key was used with another request, or by another token. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id, or the handle of a compact list (# written as %23, or omitted). */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSecretResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description AMBIGUOUS_ID: The handle matches more than one record; use the full id. CONFLICT: A record with the same source and source_id exists, and details.id names it; or the name of a calendar, folder, label or tag is taken; or the user has as many webhooks as allowed. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request of the same token within 24 h returns the first response; at most 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id, or the handle of a compact list (# written as %23, or omitted). */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RotateWebhookSecret"];
            };
        };
        responses: {
            /** @description The record. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description The version of the record. */
                    ETag?: string;
                    /** @description true when this is the first answer again. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecretResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description AMBIGUOUS_ID: The handle matches more than one record; use the full id. IDEMPOTENCY_KEY_REUSED: The Idempotency-Key was used with another request, or by another token. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request of the same token within 24 h returns the first response; at most 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id, or the handle of a compact list (# written as %23, or omitted). */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description true when this is the first answer again. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookTestResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description AMBIGUOUS_ID: The handle matches more than one record; use the full id. IDEMPOTENCY_KEY_REUSED: The Idempotency-Key was used with another request, or by another token. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description Number of records; at most 500, a larger number is lowered to it. */
                limit?: number;
                /** @description Number of records to skip. */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description The id, or the handle of a compact list (# written as %23, or omitted). */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of records. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["AmbiguousId"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getCurrentSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CurrentSessionResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description FORBIDDEN_ORIGIN: The request comes from a web page of another origin. FORBIDDEN_HOST: The Host header does not name this service. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request of the same token within 24 h returns the first response; at most 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SessionCreate"];
            };
        };
        responses: {
            /** @description The result. */
            201: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description true when this is the first answer again. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CurrentSessionResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description FORBIDDEN_ORIGIN: The request comes from a web page of another origin. FORBIDDEN_HOST: The Host header does not name this service. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyKeyReused"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteCurrentSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request of the same token within 24 h returns the first response; at most 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description true when this is the first answer again. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CurrentSessionDeletionResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description FORBIDDEN_ORIGIN: The request comes from a web page of another origin. FORBIDDEN_HOST: The Host header does not name this service. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyKeyReused"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listSessions: {
        parameters: {
            query?: {
                /** @description Number of records; at most 500, a larger number is lowered to it. */
                limit?: number;
                /** @description Number of records to skip. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of records. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description FORBIDDEN_ORIGIN: The request comes from a web page of another origin. FORBIDDEN_HOST: The Host header does not name this service. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request of the same token within 24 h returns the first response; at most 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Only if the record still has this ETag. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id, or the handle of a compact list (# written as %23, or omitted). */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description true when this is the first answer again. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionDeletionResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description FORBIDDEN_ORIGIN: The request comes from a web page of another origin. FORBIDDEN_HOST: The Host header does not name this service. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyKeyReused"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listTokens: {
        parameters: {
            query?: {
                /** @description Number of records; at most 500, a larger number is lowered to it. */
                limit?: number;
                /** @description Number of records to skip. */
                offset?: number;
                /** @description Also tokens that were revoked or have expired, which are kept for 90 days. */
                include_ended?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of records. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request of the same token within 24 h returns the first response; at most 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TokenCreate"];
            };
        };
        responses: {
            /** @description The result. */
            201: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description true when this is the first answer again. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedTokenResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            /** @description CONFLICT: A record with the same source and source_id exists, and details.id names it; or the name of a calendar, folder, label or tag is taken; or the user has as many webhooks as allowed. IDEMPOTENCY_KEY_REUSED: The Idempotency-Key was used with another request, or by another token. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    revokeToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description The same key with the same request of the same token within 24 h returns the first response; at most 255 characters. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description Only if the record still has this ETag. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id, or the handle of a compact list (# written as %23, or omitted). */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    /** @description true when this is the first answer again. */
                    "Idempotent-Replayed"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenDeletionResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyKeyReused"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getAbout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    /** @description The id of the request: the one that the client sent, or a new one. */
                    "X-Request-Id"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AboutResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description FORBIDDEN_ORIGIN: The request comes from a web page of another origin. FORBIDDEN_HOST: The Host header does not name this service. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    openChangeFeed: {
        parameters: {
            query?: {
                /** @description First replay every change after this seq. */
                since?: number;
                /** @description Only these events, separated by commas; email.* means all events of emails. */
                events?: string;
                /** @description false: emails without body_plain and body_html. */
                body?: boolean;
                /** @description The token, for clients that cannot set headers. */
                token?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Switching to WebSocket. */
            101: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description VALIDATION_ERROR: The body is missing, is not JSON, or a field is unknown, of the wrong type or out of range. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description FORBIDDEN_ORIGIN: The request comes from a web page of another origin. FORBIDDEN_HOST: The Host header does not name this service. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RateLimited"];
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether the service and its store respond; `store.writable` and `store.reason` say whether writes are possible */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The same for load balancers: 503 also while writes fail */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Metrics for Prometheus; needs the scope admin */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description INSUFFICIENT_SCOPE: The token lacks the scope that this request needs. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getOpenApi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description This document */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
        };
    };
    getDocs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The API reference */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
        };
    };
}
