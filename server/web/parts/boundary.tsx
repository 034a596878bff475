import { Component, type ReactNode } from "react";
import { Failure } from "./status.js";

/** Keeps a mistake in one view from taking the page with it. */
export class Boundary extends Component<{ readonly children: ReactNode }, { readonly broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true };
  }

  override render(): ReactNode {
    if (!this.state.broken) return this.props.children;
    return (
      <Failure
        error={new Error("This view broke. Nothing was lost: open it again, or another one.")}
        again={() => this.setState({ broken: false })}
      />
    );
  }
}
