"""Forms, what a value becomes once its letters are gone; how they are compared and printed."""
