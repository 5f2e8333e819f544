interface Appointment {
  due: number;
  readonly act: (due: number) => void;
  timer: NodeJS.Timeout | null;
}

/**
 * The sandbox's time: the machine's clock plus an offset that tests set. All its dates, scheduled moves and callbacks
 * use it. Delays of faults use the machine's clock, since the caller waits in real time.
 */
export class VirtualClock {
  private offset = 0;
  private readonly appointments = new Set<Appointment>();

  /** Milliseconds since 1970. */
  now(): number {
    return Date.now() + this.offset;
  }

  iso(): string {
    return new Date(this.now()).toISOString();
  }

  get offsetMs(): number {
    return this.offset;
  }

  /**
   * Sets the offset. A jump ahead runs all actions that are due at once, in their order. A jump back delays no
   * action, since the machine has not slept.
   */
  move(offsetMs: number): void {
    const back = Math.min(0, offsetMs - this.offset);
    this.offset = offsetMs;
    const inOrder = [...this.appointments].sort((a, b) => a.due - b.due);
    for (const appointment of inOrder) {
      appointment.due += back;
      this.arm(appointment);
    }
  }

  /** Calls `act` with its due time once it is due, never within this call. Returns a function that cancels it. */
  at(moment: number, act: (due: number) => void): () => void {
    const appointment: Appointment = { due: moment, act, timer: null };
    this.appointments.add(appointment);
    this.arm(appointment);
    return () => {
      this.remove(appointment);
    };
  }

  private arm(appointment: Appointment): void {
    if (appointment.timer !== null) clearTimeout(appointment.timer);
    const strike = (): void => {
      this.remove(appointment);
      appointment.act(appointment.due);
    };
    // unref: scheduled actions must not keep the process alive.
    appointment.timer = setTimeout(strike, Math.max(0, appointment.due - this.now())).unref();
  }

  private remove(appointment: Appointment): void {
    if (appointment.timer !== null) clearTimeout(appointment.timer);
    this.appointments.delete(appointment);
  }
}
