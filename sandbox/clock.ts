/** Something that is to happen at a moment of virtual time. */
interface Appointment {
  due: number;
  readonly act: (due: number) => void;
  timer: NodeJS.Timeout | null;
}

/**
 * The sandbox's own time: the machine's clock, moved by an offset that tests set. Every date it shows comes from here,
 * and so does every move and callback that waits for its moment. Answers that a fault delays wait by the machine's
 * clock: whoever waits for them does so too.
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
   * Sets the clock. What a leap ahead has passed happens at once, in the order of its moments. Setting the clock back
   * makes nothing wait longer: the machine has not slept.
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

  /** Calls `act` with that moment once it has come; never within this call. Gives a way to call it off. */
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
    // unref: what waits must not keep the process from stopping.
    appointment.timer = setTimeout(strike, Math.max(0, appointment.due - this.now())).unref();
  }

  private remove(appointment: Appointment): void {
    if (appointment.timer !== null) clearTimeout(appointment.timer);
    this.appointments.delete(appointment);
  }
}
