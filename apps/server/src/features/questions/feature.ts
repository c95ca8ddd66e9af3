import type { Feature } from '#platform/feature.ts';
import { changeWithMedium, closeWithAsker, listenersTo, mayReadMedium, remindedOf } from './actions.ts';
import { eraseQuestions, questionsChapter } from './erasure.ts';
import { questionsJobs } from './jobs.ts';
import type { ReminderPorts } from './jobs.ts';
import { questionsRoutes } from './routes.ts';
import type { QuestionPorts } from './routes.ts';
import { questionRecipients, questionReminders, questions } from './tables.ts';

/** What a family is asked; the answers are posts. */
export const questionsFeature = (ports: QuestionPorts & ReminderPorts): Feature => ({
  name: 'questions',
  tables: [questions, questionRecipients, questionReminders],
  routes: (app) => questionsRoutes(app, ports),
  jobs: (platform) => questionsJobs(platform, ports),
  erase: {
    account: eraseQuestions,
    family: 'cascade',
    columns: { 'questions.deleted_by': 'is emptied: who else may bring the question back is told by its asker' },
  },
  export: {
    chapters: [questionsChapter(ports)],
    without: { question_reminders: 'when a mail was sent, which nobody has written' },
  },
  media: { shows: mayReadMedium, says: 'nothing', holds: [questions.mediumId] },
  on: { 'media.ready': changeWithMedium, 'media.failed': changeWithMedium, 'member.left': closeWithAsker },
  hears: {
    'question.asked': listenersTo,
    'question.changed': listenersTo,
    'question.closed': listenersTo,
    'question.opened': listenersTo,
    'question.reminded': remindedOf,
    'question.deleted': listenersTo,
    'question.restored': listenersTo,
  },
});
