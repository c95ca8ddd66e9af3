import '../src/styles/app.css';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { currentLanguage } from '@heartwood/messages/current';
import { createRoot } from 'react-dom/client';
import { Brand } from '#ui/brand.tsx';
import { ToastStack } from '#ui/toast.tsx';
import messages from 'virtual:messages/en/everyone';
import { Banners, EmptyStates, Lists, Loading, People, PhotoGrids, PostParts, Uploads } from './content.tsx';
import { Buttons, Fields, Floating } from './controls.tsx';

currentLanguage.use('en', messages);

// Every component at once, for looking at. Served by `vite` only (/catalogue/); the production build does not know it.
function Catalogue() {
  return (
    <div className="mx-auto max-w-[860px] px-5 pb-40 [--pad:20px]">
      <header className="flex flex-wrap items-center justify-between gap-2 pt-6">
        <Brand to="/" size={36} />
        <h1 className="type-meta">Components</h1>
      </header>
      <Buttons />
      <Fields />
      <People />
      <Banners />
      <PhotoGrids />
      <PostParts />
      <Lists />
      <Uploads />
      <EmptyStates />
      <Loading />
      <Floating />
      <ToastStack
        toasts={[
          { id: '1', text: 'Shared with 7 people', type: 'success', icon: 'love-heart' },
          { id: '2', text: 'Something went wrong. Please try again.', type: 'error', icon: 'error-octagon' },
        ]}
        onClose={() => undefined}
        onHold={() => undefined}
      />
    </div>
  );
}

const router = createRouter({
  routeTree: createRootRoute({ component: Catalogue }),
  history: createMemoryHistory({ initialEntries: ['/'] }),
});
createRoot(document.getElementById('root')!).render(<RouterProvider router={router as never} />);
