"""What is written: Rootlog text to typed actions, and back."""
