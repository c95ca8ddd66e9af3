import { Component, type ReactNode } from 'react';

/** Around a drawing that loads by itself: where it cannot, there is none, and the page stays. */
export class DrawingBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError() {
    return { failed: true };
  }
  override render() {
    return this.state.failed ? null : this.props.children;
  }
}
