import * as React from 'react';

interface BoundaryProps {
  /** what stands there instead */
  fallback: React.ReactNode;
  children: React.ReactNode;
}

/**
 * Keeps what fails in it to itself: without, the host would take down its whole view, and with it what somebody has not
 * saved. A file may also be gone from the server after an update of the site.
 */
export class Boundary extends React.Component<BoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError = (): { hasFailed: boolean } => ({ hasFailed: true });

  override render(): React.ReactNode {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}
