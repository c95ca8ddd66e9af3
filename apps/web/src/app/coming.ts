import type { DrawingName } from '#ui/drawings.tsx';

/** What a place will hold that is not built yet, said plainly, with a next step. */
export interface Coming {
  title: string;
  sentence: string;
  drawing: DrawingName;
  next: {
    to:
      | '/dashboard'
      | '/children'
      | '/private'
      | '/private/profile'
      | '/private/family'
      | '/treasures/share-something'
      | '/home'
      | '/login';
    label: string;
  };
}

const home = { to: '/dashboard', label: 'Back to your family' } as const;
const share = { to: '/treasures/share-something', label: 'Share something' } as const;
const people = { to: '/children', label: 'See the children' } as const;

export const coming = {
  landing: {
    title: 'A private place for your family',
    sentence: 'What Heartwood is will be told here.',
    drawing: 'photos',
    next: { to: '/login', label: 'Log in' },
  },
  login: {
    title: 'Welcome back',
    sentence: 'Logging in comes here.',
    drawing: 'photos',
    next: { to: '/home', label: 'Back to the start' },
  },
  register: { title: 'Start your family', sentence: 'Registering comes here.', drawing: 'sprout', next: { to: '/login', label: 'Log in' } },
  invite: {
    title: 'You have an invitation code',
    sentence: 'Here you will enter the code from your invitation.',
    drawing: 'photos',
    next: { to: '/home', label: 'Back to the start' },
  },
  invitation: {
    title: 'You are invited',
    sentence: 'Here you will see who invites you, and to which family.',
    drawing: 'photos',
    next: { to: '/home', label: 'Back to the start' },
  },
  acceptInvite: {
    title: 'Join the family',
    sentence: 'Here you will choose a name and a password and join.',
    drawing: 'photos',
    next: { to: '/home', label: 'Back to the start' },
  },
  forgotPassword: {
    title: 'Forgot your password?',
    sentence: 'Here you will ask for a mail to choose a new one.',
    drawing: 'photos',
    next: { to: '/login', label: 'Log in' },
  },
  resetPassword: {
    title: 'Choose a new password',
    sentence: 'The link from your mail leads here.',
    drawing: 'photos',
    next: { to: '/login', label: 'Log in' },
  },
  verifyEmail: {
    title: 'Your e-mail address',
    sentence: 'The link from your mail leads here and proves your address.',
    drawing: 'photos',
    next: { to: '/home', label: 'Back to the start' },
  },
  subscribe: {
    title: 'Plans',
    sentence: 'What is covered, and what it costs, will stand here.',
    drawing: 'sprout',
    next: { to: '/home', label: 'Back to the start' },
  },
  lifetime: { title: 'Once, and for good', sentence: 'The plan without an end will stand here.', drawing: 'sprout', next: home },
  paywall: {
    title: 'Everything is still here',
    sentence: 'What your family kept is safe. Here you will choose how to go on.',
    drawing: 'chest',
    next: { to: '/private/profile', label: 'Your account' },
  },
  onboarding: {
    title: 'Make yourself at home',
    sentence: 'Your photo, your children and whom to invite come here.',
    drawing: 'sprout',
    next: home,
  },
  sharedMessage: {
    title: 'A message for you',
    sentence: 'The words of whoever invited you will open here like a card.',
    drawing: 'photos',
    next: home,
  },
  dashboard: { title: 'Home', sentence: 'What your family shares will come here, newest first.', drawing: 'photos', next: people },
  post: { title: 'One memory', sentence: 'A post with its photos, comments and hearts will be here.', drawing: 'photos', next: home },
  children: { title: 'Children', sentence: 'Every child of the family will have a place here.', drawing: 'sprout', next: home },
  child: { title: 'One child', sentence: 'A timeline that grows with the child will be here.', drawing: 'sprout', next: people },
  private: { title: 'Private', sentence: 'Your profile, your family and your settings come here.', drawing: 'chest', next: home },
  profile: { title: 'Edit profile', sentence: 'Your name, photo, password and devices come here.', drawing: 'photos', next: home },
  family: {
    title: 'Your family',
    sentence: 'Who belongs, who is invited, and inviting somebody come here.',
    drawing: 'photos',
    next: home,
  },
  faq: {
    title: 'Questions and answers',
    sentence: 'Answers to what people ask most will be here, with a search. This part is not built yet.',
    drawing: 'magnifier',
    next: home,
  },
  shareSomething: { title: 'Share something', sentence: 'Photos, words and whom they are about come here.', drawing: 'photos', next: home },
  askFamily: {
    title: 'Ask the family',
    sentence: 'Ask one question, and hear the answers come in. This part is not built yet.',
    drawing: 'voices',
    next: share,
  },
  inspiration: {
    title: 'Inspiration',
    sentence: 'One gentle idea a week, and all the others, will be here. This part is not built yet.',
    drawing: 'sprout',
    next: share,
  },
  idea: {
    title: 'An idea',
    sentence: 'One idea, and how to begin, will be here. This part is not built yet.',
    drawing: 'sprout',
    next: share,
  },
  recipe: {
    title: 'A family recipe',
    sentence: 'Ingredients, steps and the story behind a dish will be written here. This part is not built yet.',
    drawing: 'chest',
    next: share,
  },
  recordVideo: {
    title: 'Record a video',
    sentence: 'A camera with prompts on the screen will be here. This part is not built yet.',
    drawing: 'voices',
    next: share,
  },
  shareBirthday: {
    title: 'Birthday wishes',
    sentence: 'Wishes from everyone, gathered for one day, will be here. This part is not built yet.',
    drawing: 'chest',
    next: people,
  },
  quickAction: { title: 'Upload a photo', sentence: 'Straight to the photo picker: that comes here.', drawing: 'photos', next: share },
  notifications: {
    title: 'Lately',
    sentence: 'Who answered, commented or loved something will stand here. This part is not built yet.',
    drawing: 'voices',
    next: home,
  },
} satisfies Record<string, Coming>;

/** Name of a place that is not built yet. */
export type ComingPlace = keyof typeof coming;
